import { count, note, table } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { everyRole } from '../context/roles.ts';

const kinds: Readonly<Record<string, string>> = {
  text: 'free text',
  checkbox: 'yes or no',
  option: 'one of',
};

export const customFields = defineOperation({
  id: 'custom-fields',
  summary: 'List the custom fields',
  example: 'custom-fields',
  fields: {},
  risk: 'reads',
  roles: everyRole,
  run: (_, { service }) => service.customFields.list(),
  result: (_, listed, { service }) =>
    listed.length === 0
      ? [note(`Account ${service.alias} has no custom fields.`)]
      : [
          table({
            caption: `${count(listed.length, 'custom field')} in ${service.alias}`,
            columns: [{ name: 'Name' }, { name: 'Takes' }, { name: 'Required' }],
            rows: listed.map(({ name, type, isRequired, options }) => [
              name,
              [kinds[type] ?? type, options.map(({ value }) => value).join(', ')].filter(Boolean).join(' '),
              isRequired ? 'yes' : 'no',
            ]),
          }),
          ...notAllReadOf(listed, ({ name }) => name, unreadParts),
        ],
});
