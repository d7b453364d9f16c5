import type { ComponentType } from 'react';
import { asObjects, asString, isObject, type JsonObject, lookUp } from '../../slack/payload/json.ts';
import { CheckIcon, CrossIcon, RunningIcon, WaitingIcon } from './parts/icons.tsx';
import { RichText } from './parts/rich-text-block.tsx';

const taskStates: Record<string, { Icon: ComponentType; says: string }> = {
  pending: { Icon: WaitingIcon, says: 'Pending' },
  in_progress: { Icon: RunningIcon, says: 'In progress' },
  complete: { Icon: CheckIcon, says: 'Complete' },
  error: { Icon: CrossIcon, says: 'Failed' },
};
const pendingState = { Icon: WaitingIcon, says: 'Pending' };

/** A step of work: how far it is, and what came of it. */
export function TaskCard({ block }: { block: JsonObject }) {
  const status = asString(block.status);
  const { Icon, says } = lookUp(taskStates, status) ?? pendingState;
  return (
    <article className="bk-task-card" data-status={status}>
      <p className="bk-task-title" dir="auto">
        <Icon />
        <span className="unseen">{says}: </span>
        {asString(block.title)}
      </p>
      {isObject(block.details) && <RichText block={block.details} />}
      {isObject(block.output) && <RichText block={block.output} />}
    </article>
  );
}

/** Steps in their order. */
export function Plan({ block }: { block: JsonObject }) {
  const tasks = asObjects(block.tasks);
  return (
    <section className="bk-plan">
      <p className="bk-plan-title" dir="auto">
        {asString(block.title)}
      </p>
      <ol>
        {tasks.map((task, at) => (
          <li key={asString(task.task_id) || at}>
            <TaskCard block={task} />
          </li>
        ))}
      </ol>
    </section>
  );
}
