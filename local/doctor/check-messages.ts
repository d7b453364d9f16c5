import * as z from 'zod';
import { mapConcurrently } from '../../src/core/map-concurrently.ts';
import { type Check, type Found, ok, unchecked, warning, wrong } from '../../src/health/probes/check.ts';
import { wordOf } from '../../src/health/probes/policy-people.ts';
import { CheckFailed, type FailureReason, type SlackProbe } from '../../src/health/probes/probes.ts';
import type { Sample } from './samples/sample.ts';

const refusal = z.object({
  error: z.string().default(''),
  errors: z
    .array(z.object({ pointer: z.string().default('/'), message: z.string().default('') }))
    .default([]),
});

/**
 * Slack's validation of one sample. `plain-only`: Slack refuses it, but accepts its fallback without charts and tables.
 * `unable`: Slack does not validate; `why` is its error code.
 */
type Validation =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused' | 'plain-only'; readonly why: string }
  | { readonly kind: 'unable'; readonly why: string };

/** Slack's error codes for failures that are known by their HTTP status. */
const whyUnable: Readonly<Partial<Record<FailureReason, string>>> = {
  throttled: 'ratelimited',
  'no such method': 'unknown_method',
};

const maxShown = 5;

/** Creates the check that lets Slack validate samples of Skydesk's messages. Only the terminal runs it. */
export const messagesCheck = (samplesOf: () => readonly Sample[]): Check => ({
  name: 'Messages',
  system: 'Slack',
  timeoutMs: 25_000,
  async run(probes) {
    await probes.identity();
    const samples = samplesOf();
    const validated: { sample: Sample; validation: Validation }[] = [];
    let unable: string | undefined;
    // Limited concurrency: Slack has an undocumented rate limit for this method.
    await mapConcurrently(samples, async (sample) => {
      if (unable !== undefined) return;
      const validation = await validate(sample, probes.slack);
      if (validation.kind === 'unable') unable ??= validation.why;
      else validated.push({ sample, validation });
    });
    const refused = validated.flatMap(({ sample, validation }) => findingsOf(sample, validation));
    const hidden = refused.length - maxShown;
    return [
      ...refused.slice(0, maxShown),
      ...(hidden > 0 ? [wrong(`Slack rejected ${hidden} more.`, report)] : []),
      ...(unable === undefined ? [] : [gaveUp(unable, validated.length, samples.length)]),
      ...(refused.length === 0 && unable === undefined
        ? [ok(`Slack accepts all ${samples.length} sample messages.`)]
        : []),
    ];
  },
});

const report = 'Report this line. Until it’s fixed, people don’t see messages like this.';

async function validate({ as, rendered, otherwise }: Sample, slack: SlackProbe): Promise<Validation> {
  const first = await validateBlocks(as, rendered, slack);
  if (first.kind !== 'refused' || otherwise === undefined) return first;
  const second = await validateBlocks(as, otherwise, slack);
  return second.kind === 'accepted' ? { kind: 'plain-only', why: first.why } : first;
}

async function validateBlocks(as: Sample['as'], drawn: object, slack: SlackProbe): Promise<Validation> {
  try {
    const { body } = await slack.ask('blocks.validate', { [as]: JSON.stringify(drawn) });
    if (body.ok === true) return { kind: 'accepted' };
    const { error, errors } = refusal.parse(body);
    if (!/^invalid_(blocks|message|view)$/.test(error)) return { kind: 'unable', why: wordOf(error) };
    const [first] = errors;
    const why = first ? ` at ${first.pointer}: ${first.message}` : `: ${error}`;
    return { kind: 'refused', why };
  } catch (error) {
    const why = error instanceof CheckFailed ? whyUnable[error.kind] : undefined;
    if (why === undefined) throw error;
    return { kind: 'unable', why };
  }
}

function findingsOf({ name }: Sample, validation: Validation): Found[] {
  switch (validation.kind) {
    case 'refused':
      return [wrong(`Slack rejected “${name}”${validation.why}.`, report)];
    case 'plain-only':
      return [
        warning(
          `Slack rejected “${name}”${validation.why}. Skydesk sends it as plain text instead.`,
          'Nothing to do: this workspace doesn’t support that block yet.',
        ),
      ];
    default:
      return [];
  }
}

function gaveUp(why: string, looked: number, all: number): Found {
  switch (why) {
    case 'unknown_method':
      return unchecked('This Slack can’t validate messages (it has no blocks.validate).');
    case 'ratelimited':
      return unchecked(
        `Slack’s rate limit was reached after ${looked} of ${all} samples.`,
        'Run this again in a minute.',
      );
    default:
      return unchecked(`Slack doesn’t validate messages for this token: ${why}.`);
  }
}
