import { startLocalCloud, users } from '../local/cloud/index.ts';
import { runCommand } from './command-line.ts';
import { free, portOf } from './port.ts';

const help = `Starts the emulated cloud service alone, on loopback, and prints its users with their passwords.

  --port N   default 4010; 0 takes any free one
`;

await runCommand(
  {
    name: 'emulator',
    help,
    options: { port: { type: 'string', default: '4010' } },
    allowPositionals: false,
  },
  async ({ values }) => {
    const port = portOf('--port', values.port);
    await free(port, 'npm run emulator -- --port 4011');
    const cloud = await startLocalCloud({ port });

    const say = (line = '') => process.stdout.write(`${line}\n`);
    say(`The service listens on ${cloud.url}, its control endpoint on ${cloud.url}/_control`);
    say();
    for (const { userName, password, accountAlias, roles } of users) {
      say(`${userName.padEnd(16)}${password.padEnd(24)}${accountAlias}  ${roles.join(', ')}`);
    }

    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void cloud.close());
    }
  },
);
