import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const demo = path.join(import.meta.dirname, '../../scripts/demo.ts');

test('npm run demo plays the story to its end', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [demo], { env: { NO_COLOR: '1' } });
  const scenes = stdout.split('════ ').slice(1);
  const scene = (start: string): string => scenes.find((scene) => scene.startsWith(start)) ?? '';
  expect(scene('She asks for it')).toContain('0 of 2 approvals so far');
  expect(scene('He would agree to less')).toContain('Proposed instead: open the way from 10.95.131.0/24');
  expect(scene('Ana takes his proposal')).toContain('1 of 2 approvals so far');
  expect(scene('What Ana saw')).toContain('The firewall policy is in force.');
  expect(scene('The backup has moved')).toContain('This will delete firewall policy');
  expect(scene('and agrees')).toContain('Approved and done.');
  expect(scene('And all of it is on record').match(/started/g)).toHaveLength(2);
});
