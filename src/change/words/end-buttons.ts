import type { Button } from '../../answer/answer.ts';
import { hour, type Instant } from '../../core/clock.ts';
import { join } from '../../operation/words.ts';
import type { Step } from '../model/step.ts';
import { shortTitle } from './short-title.ts';

/** The step whose end is moved. */
interface Named {
  /** The id (`stepId`) of the step. */
  readonly id: string;
  readonly step: Pick<Step, 'account' | 'title'>;
}

/**
 * Returns the buttons that move the end of a step: an hour later, to a time from a form, or to now. They carry the id of the
 * step and its account; rights and state are checked when a button is pressed. `wanted`: the time in the form.
 */
export const endButtons = (named: Named, endsAt: Instant | undefined, wanted = '1h'): readonly Button[] => [
  ...(endsAt === undefined ? [] : [extendHourButton(named, endsAt)]),
  { label: 'Extend…', action: { form: lineOn('extend', named, wanted) } },
  endNowButton(named),
];

/** Carries the resulting time, so that a second click doesn't add another hour. */
export const extendHourButton = (named: Named, endsAt: Instant): Button => ({
  label: 'Extend 1 h',
  action: { run: lineOn('extend', named, new Date(endsAt + hour).toISOString()) },
  confirm: {
    title: 'Extend by 1 h?',
    text: `It ends an hour later: ${shortTitle({ steps: [named.step] })}. If that needs approval, or its end was moved since, you see a preview first.`,
  },
});

/** Ends it now; after an end of unknown outcome, as a new attempt. */
export const endNowButton = (named: Named): Button => ({
  label: 'End Now',
  action: { run: lineOn('end', named) },
  confirm: {
    title: 'End this now?',
    text: `It is undone: ${shortTitle({ steps: [named.step] })}. If that needs approval, or somebody opened more there, you see a preview first.`,
  },
});

/** Closes what stands open before its end. `who`: who loses access. */
export const closeButton = (named: Named, thing: string, who: string): Button => ({
  label: 'Close',
  action: { run: lineOn('end', named) },
  confirm: {
    title: `Close ${thing}?`,
    text: `It closes before its end${who}. If that needs approval, or somebody opened more there, you see a preview first.`,
  },
});

/** Keeps for good what would end, under the policy of that. */
export const keepButton = (named: Named): Button => ({
  label: 'Keep It…',
  action: { form: lineOn('keep', named) },
});

/** Returns a command on the end of a step; `more` follows its id. */
const lineOn = (
  verb: 'extend' | 'end' | 'keep',
  { id, step: { account } }: Named,
  ...more: readonly string[]
): string => join([...[verb, id, ...more].map((text) => ({ text })), { key: 'account', text: account }]);
