import { toAscii } from '../../core/ascii.ts';
import { grouped } from '../../core/grouped.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';

/** Upper bound for all addresses together, in characters: the title that is confirmed names all of them. */
const maxLength = 600;

const address = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Creates a field for email addresses, separated by commas, semicolons or spaces. */
export function emails(options: FieldOptions): Field<readonly string[]> {
  return {
    hint: 'email addresses, separated by commas',
    example: 'ops@example.com',
    required: true,
    values: { kind: 'list', each: 'an email address', separator: ',' },
    input: { kind: 'text', lines: 'several' },
    ...options,
    read(words) {
      const listed = [
        ...new Set(
          toAscii(words)
            .split(/[\s,;]+/)
            .filter(Boolean),
        ),
      ];
      const wrong = listed.find((email) => !address.test(email) || email.length > 254);
      if (wrong !== undefined) return { problem: `“${wrong}” is not an email address` };
      if (listed.join(', ').length > maxLength) {
        const length = grouped(listed.join(', ').length);
        return {
          problem: `is ${length} characters long; the limit is ${maxLength}. Use the address of a mailing list`,
        };
      }
      return listed.length > 0 ? { value: listed } : { problem: 'needs at least one email address' };
    },
    write: (parsed) => parsed.join(','),
  };
}
