import { expect, test } from 'vitest';
import { explain } from '../../../src/flow/explain.ts';
import { ServiceError } from '../../../src/service/index.ts';

test('all that the service finds wrong is told, also of one field', () => {
  const problems = [
    { field: 'ports', message: 'the first is taken' },
    { field: 'ports', message: 'the second is out of range' },
    { field: '', message: 'The request is invalid.' },
    { field: '', message: 'Nothing was stored.' },
  ];
  const error = new ServiceError('bad-request', { method: 'POST', path: '/x' }, { problems });
  expect(explain(error)).toContainEqual({
    part: 'facts',
    facts: [
      ['ports', 'the first is taken'],
      ['ports', 'the second is out of range'],
      ['It says', 'The request is invalid.'],
      ['It says', 'Nothing was stored.'],
    ],
  });
});

test('what the service was never asked is not told as its refusal', () => {
  const asked = { method: 'PUT', path: '/x' };
  const said = (error: ServiceError) => JSON.stringify(explain(error));
  expect(said(new ServiceError('bad-request', asked))).toContain('so it was not asked');
  expect(said(new ServiceError('bad-request', asked, { status: 400 }))).toContain('did not accept this');
});
