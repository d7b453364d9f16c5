import { heading, note } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { keyLines } from './key-lines.ts';

export const keyList = defineOperation({
  id: 'key.list',
  summary: 'List your API keys',
  example: 'key list',
  fields: {},
  risk: 'reads',
  offline: true,
  isPrivate: true,
  roles: [],
  run: (_, { apiKeys, requester }) => apiKeys.of(requester),
  result: (_, keys) => [
    ...(keys.length > 0 ? [heading('Your API keys')] : [note('You have no API keys.')]),
    ...keys.flatMap(keyLines),
  ],
});
