import type { Settings } from '../../local/cloud/index.ts';
import { samplePeople } from '../../local/slack/workspace/sample-workspace.ts';
import { quick } from '../support/seeded.ts';
import type { Testbed } from '../support/testbed.ts';
import { random } from './seeds.ts';

/*
 * The local cloud and the local Slack do what their documentation allows and what most tests spare the bot: another spelling,
 * compression, a text where nothing is to be said, emoji by their names, people who share a name.
 */

/** Returns how the cloud answers in a scene, always the same for the same scene. */
export function cloudFor(scene: string): Partial<Settings> {
  const { pick } = random(`cloud of ${scene}`);
  return {
    ...quick,
    spelling: pick(['documented', 'other', 'mixed']),
    gzip: pick([false, true]),
    okTexts: pick([false, true]),
  };
}

/** The full names that Cora has in some scenes: her own, and Ben's. */
const namesOfCora = ['cora', 'ben'].map(
  (key) => samplePeople.find(({ name }) => name === key)?.realName ?? key,
);

/** Restores the initial state, with the world that belongs to a scene. */
export async function renewFor(scene: string, testbed: Testbed): Promise<void> {
  const { cloud, slack } = testbed;
  const { pick } = random(`Slack of ${scene}`);
  await testbed.renew();
  cloud.control.set(cloudFor(scene));
  slack.encode({ shortcodes: pick([false, true]), bareTags: pick([false, true]) });
  slack.rename('cora', { realName: pick(namesOfCora) });
}
