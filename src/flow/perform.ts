import { type Answer, heading, note, type Part, steps } from '../core/answer.ts';
import type { Plan } from '../core/operation.ts';
import { decide } from '../policy/decide.ts';
import { contextFor } from './context.ts';
import type { Command } from './job.ts';
import type { Ports } from './ports.ts';
import { type Result, whisper } from './result.ts';
import { submit } from './submit.ts';

/** How long a preview waits for its asker. */
export const patience = 10 * 60_000;

/** Does what only reads; shows what would change and lets it wait for its asker's word. */
export async function perform(job: Command, ports: Ports): Promise<Result> {
  const submitted = submit(job.line);
  if ('answer' in submitted) return whisper(submitted.answer);

  const { prepared } = submitted;
  const context = await contextFor(prepared.account, ports);
  const plan = await prepared.resolve(context);
  if (decide(prepared.operation).verdict === 'run') {
    const outcome = await plan.run();
    if ('answer' in outcome) return whisper(outcome.answer);
    throw new Error(`${prepared.operation.id} reads, so it cannot start anything`);
  }
  await ports.pendings.put({
    id: job.id,
    asker: job.place.person,
    operation: prepared.operation.id,
    raw: plan.raw,
    says: plan.says,
    expires: ports.clock() + patience,
  });
  return whisper(preview(plan, job.id));
}

const preview = (plan: Plan, id: string): Answer => [
  heading('Please confirm'),
  note(`This will ${plan.says}.`),
  ...plan.warns.map((text): Part => ({ part: 'notice', tone: 'warning', text })),
  steps(
    { label: 'Confirm', style: 'primary', does: { decide: 'confirm', on: id } },
    { label: 'Cancel', does: { decide: 'cancel', on: id } },
  ),
  note(`Only you see this. It waits ${patience / 60_000} minutes; nothing changes until you confirm.`),
];
