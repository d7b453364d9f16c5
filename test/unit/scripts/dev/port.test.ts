import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { CommandError } from '../../../../scripts/command-line/command-line.ts';
import { ensureFree, listening } from '../../../../scripts/dev/port.ts';
import { runScript } from '../../../support/run-script.ts';

/** A port of 127.0.0.1 that something listens on until the test ends. */
async function takenPort(): Promise<number> {
  const { port, close } = await listenOnLoopback(() => {});
  onTestFinished(close);
  return port;
}

test('a port in use is refused in one sentence, with the command that takes another one', async () => {
  const port = await takenPort();
  await expect(ensureFree(port, 'PORT=3001 npm run dev')).rejects.toThrow(
    new CommandError(`Port ${port} is in use. Choose another: PORT=3001 npm run dev`),
  );
});

test.each([
  [
    'EACCES',
    'Port 80 needs administrator rights, like most below 1024. Choose another: PORT=3001 npm run dev',
  ],
  ['EADDRNOTAVAIL', "Port 80 can't be used (EADDRNOTAVAIL). Choose another: PORT=3001 npm run dev"],
])('%s is explained in one sentence', async (code, sentence) => {
  const failed = Promise.reject(Object.assign(new Error(code), { code, syscall: 'listen' }));
  await expect(listening(80, 'PORT=3001 npm run dev', failed)).rejects.toThrow(new CommandError(sentence));
});

test('any other failure of the server is not blamed on the port', async () => {
  const failure = new Error('broken');
  await expect(listening(80, '', Promise.reject(failure))).rejects.toBe(failure);
});

test('a free port is still free after the check', async () => {
  await ensureFree(0, 'PORT=3001 npm run dev');
});

test('npm run dev reports a port in use and ends, without a stack trace', async () => {
  const port = await takenPort();
  expect(await runScript('scripts/dev.ts', [], { PORT: `${port}` })).toEqual({
    code: 1,
    out: '',
    err: `Port ${port} is in use. Choose another: PORT=3001 npm run dev\n`,
  });
});
