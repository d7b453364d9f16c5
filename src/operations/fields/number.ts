import type { Field, FieldOptions } from '../../core/field.ts';

/** A whole number from `least` to `most`, in steps of `step`; a percent sign behind it is allowed. */
export function number(
  options: FieldOptions & { least: number; most: number; step?: number },
): Field<number> {
  const { least, most, step = 1 } = options;
  const steps =
    step > 1
      ? Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, at) => least + at * step)
      : [];
  const hint = `${least} to ${most}${step > 1 ? ` in steps of ${step}` : ''}`;
  return {
    hint,
    example: String(least),
    required: true,
    ...(steps.length > 0 && {
      input: {
        kind: 'choice',
        options: steps.map((value) => ({ value: String(value), label: String(value) })),
      },
    }),
    ...options,
    read(words) {
      const value = /^\d+(\.0+)?\s*%?$/.test(words) ? Number.parseFloat(words) : Number.NaN;
      const fits = value >= least && value <= most && value % step === 0;
      return fits ? { value } : { problem: `must be ${hint}, not “${words}”` };
    },
    write: String,
  };
}
