import type { PlanBlock } from '@slack/types';
import type { Task } from '../../answer/answer.ts';
import { label } from './plain-text.ts';

const statuses = {
  waiting: 'pending',
  running: 'in_progress',
  done: 'complete',
  failed: 'error',
} as const;

/** Maximum length of a title, in characters. Slack documents none; a longer title would not fit on a line. */
const maxTitle = 300;

export const drawTasks = (title: string, tasks: readonly Task[]): PlanBlock => ({
  type: 'plan',
  title: label(title, maxTitle),
  tasks: tasks.map((task, at) => ({
    type: 'task_card',
    task_id: `task${at}`,
    title: label(task.title, maxTitle),
    status: statuses[task.state],
  })),
});
