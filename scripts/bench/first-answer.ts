import { slowDown, withSkydesk } from './change-runs.ts';
import { field } from './cold.ts';
import { figure, medianOf, ratio, table } from '../derived/figures.ts';

/** Latencies of the sequential calls: the queue, the claim, the person, the cloud API, the outcome, the message. */
const inARow = field.aws + field.aws + field.slack + field.service + field.aws + field.slack;

/**
 * Measures the first answer of the day, `runs` times. Schedules have kept the receiver and the worker warm, but no data about the
 * person is cached yet.
 */
export const firstAnswer = (runs: number): Promise<{ readonly text: string; readonly ratio: number }> =>
  withSkydesk({ workers: 1 }, async (skydesk) => {
    const { receiver, worker, slack, settled } = skydesk;
    slowDown(skydesk);
    const answers: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      for (const kept of [receiver, worker]) {
        await kept.coldStart();
        await kept.invoke({ keepWarm: true });
      }
      const [cursor, typed] = [slack.cursor(), Date.now()];
      await slack.type('ana', 'cloud-ops', '/cloud alert list');
      await settled();
      const posted = slack.journal(cursor).find(({ kind }) => kind === 'message.posted');
      if (!posted) throw new Error('There is no answer');
      answers.push(posted.at - typed);
    }
    const ms = medianOf(answers);
    return {
      text: table(
        ['first answer of the day', 'ms', 'ms of the calls in a row', 'times these'],
        [['`alert list`, receiver and worker kept warm', figure(ms), figure(inARow), ratio(ms, inARow)]],
      ),
      ratio: ms / inARow,
    };
  });
