import { expect, test } from 'vitest';
import type { Effect, Trace, TraceStep } from '../../../../../local/inspector/inspector-types.ts';
import { readable } from '../../../../../local/ui/inspector/readable.ts';
import { lastShown, touches } from '../../../../../local/ui/inspector/touches.ts';

let last = 0;
const base = () => ({ id: ++last, at: last, ok: true });
const request = (): TraceStep => ({
  ...base(),
  kind: 'request',
  what: 'block_actions',
  headers: {},
  payload: {},
});
const ack = (effects: readonly Effect[] = []): TraceStep => ({
  ...base(),
  kind: 'ack',
  status: 200,
  body: null,
  effects,
});
const run = (name: string): TraceStep => ({
  ...base(),
  kind: 'invocation',
  function: name,
  instance: `${name}-1`,
  requestId: '',
  cold: false,
});
const within = (inside: TraceStep, effects: readonly Effect[] = []): TraceStep => ({
  ...base(),
  kind: 'slack',
  inside: inside.id,
  method: 'chat.update',
  arguments: {},
  response: {},
  effects,
});
const message = (ts: string, shown: string, action: 'posted' | 'changed' = 'posted'): Effect => ({
  kind: 'message',
  action,
  channel: 'C0CLOUDOPS',
  ts,
  shown,
});
const trace = (...steps: TraceStep[]): Trace => ({
  id: String(++last),
  at: last,
  title: '',
  kind: 'click',
  state: 'done',
  failures: 0,
  steps,
  droppedSteps: 0,
});

test('an acknowledgement is read behind the run that gave it', () => {
  const [asked, receiver, worker, acked] = [request(), run('receiver'), run('worker'), ack()];
  const call = within(worker);
  expect(readable([asked, receiver, worker, call, acked])).toEqual([asked, receiver, acked, worker]);
});

test('each acknowledgement stays with its own request', () => {
  const steps = [request(), run('receiver'), ack(), request(), run('receiver'), ack()];
  expect(readable(steps)).toEqual(steps);
});

test('a request that no function took is still read before its acknowledgement', () => {
  const steps = [request(), ack()];
  expect(readable(steps)).toEqual(steps);
});

test('a trace touches the messages that came of any of its steps', () => {
  const worker = run('worker');
  const one = trace(request(), worker, within(worker, [message('1.1', 'first')]));
  expect(touches(one, { channel: 'C0CLOUDOPS', ts: '1.1' })).toBe(true);
  expect(touches(one, { channel: 'C0CLOUDOPS', ts: '1.2' })).toBe(false);
  expect(touches(one, { channel: 'C0GENERAL', ts: '1.1' })).toBe(false);
});

test('what a message shows is what the latest trace made of it', () => {
  const posted = trace(ack([message('1.1', 'first')]));
  const changed = trace(ack([message('1.1', 'second', 'changed'), message('1.2', 'another')]));
  const newestFirst = [changed, posted];
  expect(lastShown(newestFirst, undefined, { channel: 'C0CLOUDOPS', ts: '1.1' })?.shown).toBe('second');
  expect(lastShown(newestFirst, posted, undefined)?.shown).toBe('first');
  expect(lastShown(newestFirst, undefined, undefined)).toBeUndefined();
});
