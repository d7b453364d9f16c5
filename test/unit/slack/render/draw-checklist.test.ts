import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawChecklist, readChecklist } from '../../../../src/slack/render/draw-checklist.ts';

const names = (amount: number) => Array.from({ length: amount }, (_, at) => `WEB${at}`);

/** `state.values` as in Slack, with the positions that `isTicked` keeps; it lacks elements of `untouched`. */
const stateOf = (
  amount: number,
  isTicked: (position: number) => boolean,
  untouched: readonly number[] = [],
) =>
  Object.fromEntries(
    drawChecklist('Servers', names(amount)).flatMap(({ block_id = '', element }, at) =>
      untouched.includes(at) || element.type !== 'checkboxes'
        ? []
        : [
            [
              block_id,
              {
                checked: {
                  type: 'checkboxes',
                  selected_options: element.options.filter(({ value }) => isTicked(Number(value))),
                },
              },
            ],
          ],
    ),
  );

test('an element has ten options, all ticked, and its label says which ones of how many', () => {
  const labels = (amount: number) => drawChecklist('Servers', names(amount)).map(({ label }) => label.text);
  expect(labels(2)).toEqual(['Servers (2)']);
  expect(labels(23)).toEqual(['Servers 1–10 of 23', 'Servers 11–20 of 23', 'Servers 21–23 of 23']);
  for (const { element } of drawChecklist('Servers', names(23)))
    expect(element).toMatchObject({ initial_options: 'options' in element ? element.options : [] });
});

describe('the excluded positions', () => {
  test('are the unticked ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.nat(49)), (amount, unticked) => {
        const read = readChecklist(stateOf(amount, (position) => !unticked.includes(position)));
        const expected = [...new Set(unticked)].filter((one) => one < amount).toSorted((a, b) => a - b);
        expect(read?.excluded).toEqual(expected);
        expect(read?.nothing).toBe(expected.length === amount);
        expect(read?.block).toBe(`checklist:0:${Math.min(amount, 10)}`);
      }),
    );
  });

  test('include none of an element that Slack does not send, since nobody touched it', () => {
    expect(readChecklist(stateOf(12, (position) => position !== 3, [1]))?.excluded).toEqual([3]);
  });

  test('are undefined without a checklist, and reading them never throws', () => {
    expect(readChecklist({})).toBeUndefined();
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('checklist:0:2', 'checklist:x', 'other'), fc.anything()),
        (values) => {
          readChecklist(values);
        },
      ),
    );
  });
});
