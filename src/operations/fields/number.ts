import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';

/** Creates a field for an integer from `min` to `max` in steps of `step`, with an optional percent sign. */
export function number(options: FieldOptions & { min: number; max: number; step?: number }): Field<number> {
  const { min, max, step = 1 } = options;
  const steps =
    step > 1 ? Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step) : [];
  const hint = `${min} to ${max}${step > 1 ? ` in steps of ${step}` : ''}`;
  return inAscii({
    hint,
    example: String(min),
    required: true,
    values: { kind: 'number', min, max, step },
    ...(steps.length > 0 && {
      input: {
        kind: 'choice',
        options: steps.map((value) => ({ value: String(value), label: String(value) })),
      },
    }),
    ...options,
    read(words) {
      const value = /^\d+(\.0+)?\s*%?$/.test(words) ? Number.parseFloat(words) : Number.NaN;
      const fits = value >= min && value <= max && value % step === 0;
      return fits ? { value } : { problem: `must be ${hint}, not “${words}”` };
    },
    write: String,
  });
}
