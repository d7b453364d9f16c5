import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { story } from '../../local/story/scenes.ts';
import { playDemo } from '../../scripts/demo.ts';
import { openSkydesk } from '../support/index.ts';

let skydesk: Skydesk;
beforeAll(async () => {
  skydesk = await openSkydesk();
});
afterAll(() => skydesk.close());

test('the demo plays the story to its end, shows only changes, and fits a terminal', async () => {
  const lines: string[] = [];
  await playDemo(skydesk, {
    width: 100,
    colours: false,
    zone: 'Europe/Lisbon',
    print: (line) => void lines.push(line),
  });
  const scenes = lines.join('\n').split(/^━━ /m).slice(1);
  expect(scenes.map((scene) => /^\d\/\d {2}(.*?) ━+\n/.exec(scene)?.[1])).toEqual(
    story.map(({ title }) => title),
  );
  const [request, suggestion, accepted, applied, asked, ended] = scenes;
  expect(request).toContain('0 of 2 approv');
  expect(suggestion).toContain('10.95.131.0/24');
  expect(accepted).toContain('1 of 2 approv');
  expect(applied).toContain('[End Now]');
  expect(asked).toContain('✅ Allowed');
  expect(ended).toContain('⚪ Closed');
  expect(ended).toContain('❌ Not allowed');
  expect(scenes.at(-1)?.match(/Ana Ferreira \(ana\) +applied/g)).toHaveLength(1);
  expect(lines.length).toBeLessThan(24 * story.length);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
  expect(lines.join('\n')).not.toContain('\u001b');
});
