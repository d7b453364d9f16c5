import * as z from 'zod';
import { type Check, type Found, ok, unchecked, warns, wrong } from '../probes/check.ts';
import { wordOf } from '../probes/policy-people.ts';
import { Obstacle, type Sample, type SlackProbe } from '../probes/probes.ts';

const refusal = z.object({
  error: z.string().default(''),
  errors: z
    .array(z.object({ pointer: z.string().default('/'), message: z.string().default('') }))
    .default([]),
});

/** What Slack says of one sample; `unable` is its word for why it does not judge. */
type Judgement =
  | { readonly verdict: 'taken' }
  | { readonly verdict: 'refused' | 'taken plainly'; readonly why: string }
  | { readonly verdict: 'unable'; readonly why: string };

/** At once; Slack limits how often it judges, and does not say where. */
const atOnce = 4;
const mostShown = 5;

export const messages: Check = {
  name: 'Messages',
  asks: 'Slack',
  patience: 25_000,
  async examine(exam) {
    await exam.identity();
    const { samples } = exam.slack;
    const judged: { sample: Sample; judgement: Judgement }[] = [];
    const waiting = samples.values();
    let unable: string | undefined;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const sample of waiting) {
          if (unable !== undefined) return;
          const judgement = await judge(sample, exam.slack);
          if (judgement.verdict === 'unable') unable ??= judgement.why;
          else judged.push({ sample, judgement });
        }
      }),
    );
    const refused = judged.flatMap(({ sample, judgement }) => told(sample, judgement));
    const hidden = refused.length - mostShown;
    return [
      ...refused.slice(0, mostShown),
      ...(hidden > 0 ? [wrong(`Slack refuses ${hidden} more.`, report)] : []),
      ...(unable === undefined ? [] : [gaveUp(unable, judged.length, samples.length)]),
      ...(refused.length === 0 && unable === undefined
        ? [ok(`Slack takes all ${samples.length} samples of what the bot can send.`)]
        : []),
    ];
  },
};

const report = 'Report it with this line: until it is mended, people do not see such messages.';

async function judge({ as, drawn, otherwise }: Sample, slack: SlackProbe): Promise<Judgement> {
  const first = await validate(as, drawn, slack);
  if (first.verdict !== 'refused' || otherwise === undefined) return first;
  const second = await validate(as, otherwise, slack);
  return second.verdict === 'taken' ? { verdict: 'taken plainly', why: first.why } : first;
}

async function validate(as: Sample['as'], drawn: object, slack: SlackProbe): Promise<Judgement> {
  try {
    const { body } = await slack.ask('blocks.validate', { [as]: JSON.stringify(drawn) });
    if (body.ok === true) return { verdict: 'taken' };
    const { error, errors } = refusal.parse(body);
    if (!/^invalid_(blocks|message|view)$/.test(error)) return { verdict: 'unable', why: wordOf(error) };
    const [first] = errors;
    const why = first ? ` at ${first.pointer}: ${first.message}` : `: ${error}`;
    return { verdict: 'refused', why };
  } catch (error) {
    if (error instanceof Obstacle && error.kind === 'throttled')
      return { verdict: 'unable', why: 'ratelimited' };
    throw error;
  }
}

function told({ name }: Sample, judgement: Judgement): Found[] {
  switch (judgement.verdict) {
    case 'refused':
      return [wrong(`Slack refuses “${name}”${judgement.why}.`, report)];
    case 'taken plainly':
      return [
        warns(
          `Slack refuses “${name}”${judgement.why}. The bot sends it as lines of text instead.`,
          'Nothing to do: this workspace does not have that block yet.',
        ),
      ];
    default:
      return [];
  }
}

function gaveUp(why: string, looked: number, all: number): Found {
  switch (why) {
    case 'unknown_method':
      return unchecked('This Slack does not judge messages (blocks.validate is not there).');
    case 'ratelimited':
      return unchecked(
        `Slack asked to wait after ${looked} of ${all} samples.`,
        'Run this again in a minute.',
      );
    default:
      return unchecked(`Slack does not judge messages for this token: ${why}.`);
  }
}
