import { forEachAccount, lacking, tooManyOpen } from '../approvals/request-approval.ts';
import { entry } from '../audit-log/entries.ts';
import { type Answer, failed, heading, line, note, type Part, steps } from '../core/answer.ts';
import type { Operation, Outcome, Prepared } from '../core/operation.ts';
import type { Place } from '../core/reply-target.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { names, whoMayAnywhere } from '../policy/people.ts';
import { contextAlone, personOf } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import { explain } from '../requests/describe-error.ts';
import { type Judgement, judge } from '../requests/evaluate.ts';
import type { Command } from '../requests/job.ts';
import type { Asked } from '../requests/requested-change.ts';
import { type Result, whisper } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import { askForMore, hasForm, openForm } from './parse/form.ts';
import { submit } from './parse/parse-command.ts';

/** How long a preview waits for its asker, in milliseconds. */
export const patience = 10 * 60_000;

/** Does what only reads; shows what would change and lets it wait for its asker's word: `undoes`, if it is an Undo. */
export async function perform(job: Command, ports: Ports, undoes?: string): Promise<Result> {
  const submitted = submit(job.line);
  if ('answer' in submitted) {
    const blank = submitted.form && submitted.form.problems.length === 0;
    return whisper(blank ? askForMore(job.line) : submitted.answer);
  }

  const { prepared } = submitted;
  if (prepared.operation.offline) return runAlone(prepared, job.place, ports);
  let judgement: Judgement;
  try {
    judgement = await judge(prepared, job.place, ports);
  } catch (error) {
    if (!(error instanceof UserError && hasForm(prepared.operation))) throw error;
    return whisper([...explain(error), steps(openForm(prepared.line))]);
  }
  const { plan, verdict } = judgement;
  const request: Asked = {
    id: job.id,
    asker: job.place.person,
    operation: prepared.operation.id,
    account: judgement.context.service.alias,
    targets: plan.targets,
    says: plan.title,
  };
  if (verdict.verdict === 'refuse') {
    const refused = whisper([failed(`${verdict.why} Nothing was changed.`), askOneOf(verdict.whom)]);
    if (prepared.operation.risk === 'reads') return { ...refused, outcome: 'refused' };
    return { ...refused, entries: [entry('refused', request, ports, { note: verdict.why })] };
  }
  if (verdict.verdict === 'run') {
    return answerOf(await plan.run(), prepared.operation);
  }
  const missing =
    verdict.verdict === 'ask'
      ? (lacking(prepared, verdict) ?? (await tooManyOpen(request.asker, job.id, ports)))
      : undefined;
  if (missing) return { ...whisper(withoutReason(judgement, prepared, missing)), outcome: 'refused' };

  await ports.pendings.put({ ...request, raw: plan.raw, undoes, expires: ports.clock() + patience });
  const asked = verdict.verdict === 'ask' ? [] : [entry('requested', request, ports, { note: prepared.why })];
  return { ...whisper(preview(judgement, prepared, job.id)), entries: asked, outcome: 'requested' };
}

/**
 * What needs nothing of the service, for whoever may look in some account. Groups are asked for only where the policy
 * does not name the person, so a group that is gone from Slack does not stand in the way.
 */
async function runAlone(prepared: Prepared<Context>, place: Place, ports: Ports): Promise<Result> {
  const { operation } = prepared;
  const whom = whoMayAnywhere('read', ports.policy);
  const member = await ports.members.check(place.person);
  const isNamed = !('refused' in member) && names(whom, { ...member, groups: [] });
  if (!isNamed && !names(whom, await personOf(place.person, ports))) {
    return whisper([failed('You may not look at anything. Nothing was changed.'), askOneOf(whom)]);
  }
  const plan = await prepared.resolve(contextAlone(place, ports));
  return answerOf(await plan.run(), operation);
}

function answerOf(outcome: Outcome, { id }: Operation<Context>): Result {
  if ('answer' in outcome) return whisper(outcome.answer);
  throw new Error(`${id} reads, so it cannot start anything`);
}

type Shown = Pick<Judgement, 'plan' | 'verdict' | 'meaning'>;

/** What the change is, what follows from it, and what the policy asks for. Its buttons carry `id`. */
export function preview(judgement: Shown, prepared: Pick<Prepared<Context>, 'line'>, id: string): Answer {
  const { verdict } = judgement;
  const asks = verdict.verdict === 'ask';
  return [
    heading(asks ? 'Ask for approval?' : 'Please confirm'),
    ...consequences(judgement),
    steps(
      { label: asks ? 'Ask' : 'Confirm', style: 'primary', does: { decide: 'confirm', on: id } },
      { label: 'Cancel', does: { decide: 'cancel', on: id } },
      openForm(prepared.line, 'Change it'),
    ),
    note('As a line: ', line(prepared.line)),
    note(
      `Only you see this. It waits ${patience / 60_000} minutes; nothing changes until ${asks ? 'others agree' : 'you confirm'}.`,
    ),
  ];
}

function consequences({ plan, verdict, meaning }: Shown): Answer {
  const points = verdict.verdict === 'ask' || verdict.verdict === 'confirm' ? verdict.points : [];
  return [
    note(`This will ${plan.title}.`),
    ...meaning.map((sentence): Part => note(sentence)),
    ...plan.warnings.map((text): Part => ({ part: 'notice', tone: 'warning', text })),
    ...points.map(
      ({ why, points: risk }): Part => ({ part: 'notice', tone: 'warning', text: `${why} (risk ${risk})` }),
    ),
    ...(verdict.verdict === 'ask'
      ? [
          note(
            `It needs the approval of ${verdict.approvers === 1 ? 'one other person' : `${verdict.approvers} other people`}.`,
          ),
          ...forEachAccount(verdict.accounts),
        ]
      : []),
  ];
}

const withoutReason = (judgement: Judgement, prepared: Prepared<Context>, missing: string): Answer => [
  ...consequences(judgement),
  failed(missing),
  steps(openForm(prepared.line)),
  note('Nothing was changed, and nobody was asked.'),
];
