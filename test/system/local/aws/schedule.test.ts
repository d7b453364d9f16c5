import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schedule } from '../../../../local/aws/index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a schedule invokes the function with a scheduled event, by hand and by the clock', async () => {
  const invoke = vi.fn(async () => 'swept');
  const sweeper = schedule({ invoke });
  expect(await sweeper.fire()).toBe('swept');
  expect(invoke).toHaveBeenLastCalledWith(
    expect.objectContaining({
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    }),
  );
  sweeper.every(5);
  vi.advanceTimersByTime(12);
  expect(invoke).toHaveBeenCalledTimes(3);
  sweeper.stop();
  vi.advanceTimersByTime(12);
  expect(invoke).toHaveBeenCalledTimes(3);
});

test('a sweep that fails is reported, and the next one comes', async () => {
  const onError = vi.fn();
  const sweeper = schedule({ invoke: () => Promise.reject(new Error('tired')) }, onError);
  sweeper.every(5);
  await vi.advanceTimersByTimeAsync(12);
  expect(onError).toHaveBeenCalledTimes(2);
  sweeper.stop();
  await expect(sweeper.fire()).rejects.toThrow('tired');
});
