import { expect, onTestFinished, test, vi } from 'vitest';
import { schedule } from '../../../../src/playground/aws/index.ts';

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
  onTestFinished(sweeper.stop);
  sweeper.every(5);
  await vi.waitFor(() => expect(invoke.mock.calls.length).toBeGreaterThan(2));
});

test('a sweep that fails is reported, and the next one comes', async () => {
  const onError = vi.fn();
  const sweeper = schedule({ invoke: () => Promise.reject(new Error('tired')) }, onError);
  onTestFinished(sweeper.stop);
  sweeper.every(5);
  await vi.waitFor(() => expect(onError.mock.calls.length).toBeGreaterThan(1));
  await expect(sweeper.fire()).rejects.toThrow('tired');
});
