import { startLocalCloud, users } from '../local/cloud/index.ts';
import { runCommand } from './command-line/command-line.ts';
import { portOf } from './command-line/given-values.ts';
import { ensureFree, listening } from './dev/port.ts';
import { untilStopped, watchStdin } from './dev/until-stopped.ts';

const anotherPort = 'npm run emulator -- --port 4011';

await runCommand(
  {
    name: 'emulator',
    summary:
      'Starts the emulator of the cloud API alone, on loopback, and prints its users with their passwords.',
    options: {
      port: {
        type: 'string',
        default: '4010',
        value: 'N',
        description: 'default 4010; 0 takes any free one',
      },
    },
  },
  async ({ values }) => {
    const port = portOf('--port', values.port);
    watchStdin();
    await ensureFree(port, anotherPort);
    const cloud = await listening(port, anotherPort, startLocalCloud({ port }));

    const stopped = untilStopped();
    const say = (line = '') => process.stdout.write(`${line}\n`);
    say(`The emulator listens on ${cloud.url}, its control endpoint on ${cloud.url}/_control`);
    say();
    for (const { userName, password, accountAlias, roles } of users) {
      say(`${userName.padEnd(16)}${password.padEnd(24)}${accountAlias}  ${roles.join(', ')}`);
    }
    await stopped;
    await cloud.close();
  },
);
