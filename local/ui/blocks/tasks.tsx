import { type ComponentType, useId } from 'react';
import { asObjects, asString, type JsonObject, lookUp } from '../../slack/payload/json.ts';
import { CheckIcon, CrossIcon, RunningIcon, WaitingIcon } from './parts/icons.tsx';

const taskStates: Record<string, { Icon: ComponentType; says: string }> = {
  in_progress: { Icon: RunningIcon, says: 'In progress' },
  complete: { Icon: CheckIcon, says: 'Complete' },
  error: { Icon: CrossIcon, says: 'Failed' },
};
const pendingState = { Icon: WaitingIcon, says: 'Pending' };

function TaskCard({ block }: { block: JsonObject }) {
  const status = asString(block.status);
  const { Icon, says } = lookUp(taskStates, status) ?? pendingState;
  return (
    <article className="bk-task-card" data-status={status}>
      <p className="bk-task-title" dir="auto">
        <Icon />
        <span className="unseen">{says}: </span>
        {asString(block.title)}
      </p>
    </article>
  );
}

export function Plan({ block }: { block: JsonObject }) {
  const tasks = asObjects(block.tasks);
  const title = useId();
  return (
    <section className="bk-plan" aria-labelledby={title}>
      <p id={title} className="bk-plan-title" dir="auto">
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
