import { parseArgs } from 'node:util';
import { startEmulator, users } from './index.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });
const emulator = await startEmulator({ port: Number(values.port) });

const say = (line = '') => process.stdout.write(`${line}\n`);
say(`The service listens on ${emulator.url}, its control endpoint on ${emulator.url}/_control`);
say();
for (const { userName, password, accountAlias, roles } of users) {
  say(`${userName.padEnd(16)}${password.padEnd(24)}${accountAlias}  ${roles.join(', ')}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void emulator.close());
}
