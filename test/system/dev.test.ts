import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const dev = path.join(import.meta.dirname, '../../scripts/dev.ts');

test.each([
  ['is quiet: it says where it listens, and nothing about what people then do', false],
  ['prints what the functions log when it is asked to', true],
])('npm run dev %s', async (_, log) => {
  // Without the building, for other tests read what is built.
  const script = `import { optionsFrom, serve } from ${JSON.stringify(dev)}; await serve(optionsFrom(process.env, ${log}));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { env: { PORT: '0' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  const greeted = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed.out += text;
      if (printed.out.endsWith('Stop with Ctrl-C.\n')) resolve();
    });
  });
  await greeted;
  const greeting = printed.out;
  const [, url = ''] = /Open +(\S+)\//.exec(greeting) ?? [];
  const control = async (act: string, body?: object) => {
    const response = await fetch(
      `${url}/_control/${act}`,
      body && { method: 'POST', body: JSON.stringify(body) },
    );
    expect(response.status, act).toBe(200);
  };
  await control('type', { person: 'ana', channel: 'cloud-ops', line: '/cloud login' });
  await control('settled');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect({ code, out: printed.out }).toEqual({ code: 0, out: greeting });
  if (log) expect(printed.err).toMatch(/^receiver: \{.*\n[\s\S]*worker: \{/);
  else expect(printed.err).toBe('');
});
