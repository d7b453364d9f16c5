import * as z from 'zod';
import { mapConcurrently } from '../../src/core/map-concurrently.ts';
import {
  type Check,
  type CheckResult,
  ok,
  unchecked,
  warning,
  wrong,
} from '../../src/health/probes/check.ts';
import { wordOf } from '../../src/health/probes/policy-people.ts';
import { CheckFailed, type FailureReason, type SlackProbe } from '../../src/health/probes/probes.ts';

/** A sample message or view, rendered in Block Kit. */
export interface Sample {
  readonly name: string;
  /** The argument of `blocks.validate` that takes it. */
  readonly as: 'message' | 'view';
  readonly rendered: object;
  /** The fallback that Skydesk sends if Slack refuses the blocks. */
  readonly otherwise?: object | undefined;
}

const refusal = z.object({
  error: z.string().default(''),
  errors: z
    .array(z.object({ pointer: z.string().default('/'), message: z.string().default('') }))
    .default([]),
});

/** Slack does not validate. The message is its error code. */
class NotValidated extends Error {}

/** Slack's error codes for failures that are known by their HTTP status. */
const codes: Readonly<Partial<Record<FailureReason, string>>> = {
  throttled: 'ratelimited',
  'no such method': 'unknown_method',
};

const maxShown = 5;
const report = 'Report this line. Until it’s fixed, people don’t see messages like this.';

/** Creates the check that lets Slack validate samples of Skydesk's messages. Only the terminal runs it. */
export const messagesCheck = (samplesOf: () => readonly Sample[]): Check => ({
  name: 'Messages',
  system: 'Slack',
  timeoutMs: 25_000,
  async run(probes) {
    await probes.identity();
    const samples = samplesOf();
    const found: CheckResult[] = [];
    let validated = 0;
    const gaveUp: CheckResult[] = [];
    try {
      // Limited concurrency: Slack has an undocumented rate limit for this method.
      await mapConcurrently(samples, async (sample) => {
        found.push(...(await validate(sample, probes.slack)));
        validated += 1;
      });
    } catch (error) {
      if (!(error instanceof NotValidated)) throw error;
      gaveUp.push(notValidated(error.message, validated, samples.length));
    }
    const hidden = found.length - maxShown;
    const all = [
      ...found.slice(0, maxShown),
      ...(hidden > 0 ? [wrong(`Slack rejected ${hidden} more.`, report)] : []),
      ...gaveUp,
    ];
    return all.length > 0 ? all : [ok(`Slack accepts all ${samples.length} sample messages.`)];
  },
});

/** Returns what is wrong with a sample. It is only a warning if Slack accepts the fallback, without charts and tables. */
async function validate(
  { name, as, rendered, otherwise }: Sample,
  slack: SlackProbe,
): Promise<CheckResult[]> {
  const why = await whyRefused(as, rendered, slack);
  if (why === undefined) return [];
  const rejected = `Slack rejected “${name}”${why}.`;
  if (otherwise === undefined || (await whyRefused(as, otherwise, slack)) !== undefined)
    return [wrong(rejected, report)];
  return [
    warning(
      `${rejected} Skydesk sends it as plain text instead.`,
      'Nothing to do: this workspace doesn’t support that block yet.',
    ),
  ];
}

/** Returns why Slack refuses blocks; undefined if it accepts them. @throws NotValidated */
async function whyRefused(as: Sample['as'], drawn: object, slack: SlackProbe): Promise<string | undefined> {
  const { body } = await slack
    .ask('blocks.validate', { [as]: JSON.stringify(drawn) })
    .catch((error: unknown) => {
      const code = error instanceof CheckFailed ? codes[error.kind] : undefined;
      throw code === undefined ? error : new NotValidated(code);
    });
  if (body.ok === true) return undefined;
  const { error, errors } = refusal.parse(body);
  if (!/^invalid_(blocks|message|view)$/.test(error)) throw new NotValidated(wordOf(error));
  const [first] = errors;
  return first ? ` at ${first.pointer}: ${first.message}` : `: ${error}`;
}

function notValidated(code: string, validated: number, all: number): CheckResult {
  if (code === 'unknown_method')
    return unchecked('This Slack can’t validate messages (it has no blocks.validate).');
  if (code !== 'ratelimited') return unchecked(`Slack doesn’t validate messages for this token: ${code}.`);
  return unchecked(
    `Slack’s rate limit was reached after ${validated} of ${all} samples.`,
    'Run this again in a minute.',
  );
}
