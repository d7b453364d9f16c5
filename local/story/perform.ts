import type { LocalCloud } from '../cloud/index.ts';
import type { LocalTime } from '../inspector/local-parts.ts';
import { labelOf } from '../slack/payload/view-state.ts';
import type { SlackControl } from '../slack/slack-control.ts';
import { actInWords } from './in-words.ts';
import { type Act, type Scene, steps } from './scenes.ts';

/** The setting of the story: a bot with a local Slack, cloud API and clock. */
export interface Stage {
  readonly slack: SlackControl | undefined;
  readonly cloud: LocalCloud | undefined;
  readonly time: LocalTime | undefined;
  settled(options: { readonly delayed: boolean }): Promise<void>;
}

/**
 * Performs an act of a scene, and waits for all its effects. Skips the pending state of firewall policies, so that this takes
 * only seconds. Rejects if Slack or Skydesk refuses the act.
 */
export async function perform(
  { slack, cloud, time, settled }: Stage,
  { person }: Pick<Scene, 'person'>,
  act: Act,
): Promise<void> {
  if (!slack || !cloud || !time) throw new Error('The story needs the local Slack and the emulator.');
  const { firewallPendingMs } = cloud.control.settings();
  cloud.control.set({ firewallPendingMs: 0 });
  try {
    if (act.kind === 'wait') await time.pass(act.hours * 3_600_000);
    else await inSlack(slack, person, act);
    await settled({ delayed: true });
  } finally {
    cloud.control.set({ firewallPendingMs });
  }
}

/** Plays a step of the story as the page shows it. Rejects like `perform`, or if there is no such step. */
export async function playStep(stage: Stage, index: number): Promise<void> {
  const step = steps[index];
  if (!step) throw new Error(`The story has ${steps.length} steps.`);
  await perform(stage, step.scene, step.act);
}

async function inSlack(
  slack: SlackControl,
  person: string,
  act: Exclude<Act, { kind: 'wait' }>,
): Promise<void> {
  const refused = (why: string) => new Error(`${actInWords(act)}: ${why}`);
  if (act.kind === 'submit') {
    const button = labelOf(slack.views(person).at(-1)?.submit ?? '');
    if (button !== act.button) throw refused(`the button is called “${button}”`);
    const { outcome, errors } = await slack.submit(person, act.values);
    if (outcome !== 'closed' && outcome !== 'cleared') throw refused(`${outcome} ${JSON.stringify(errors)}`);
    return;
  }
  const ack =
    act.kind === 'type'
      ? await slack.type(person, 'cloud-ops', act.line)
      : await slack.press(person, act.button);
  if (!ack?.ok) throw refused('Skydesk did not answer');
}
