import { expect, test } from 'vitest';
import { type Answer, buttons, failed, note } from '../../../../src/answer/answer.ts';
import { editButton, openForm } from '../../../../src/command-line/form.ts';
import { previewView } from '../../../../src/slack/render/preview-view.ts';

const replyTo = { channel: 'C1', thread: '1.1', person: 'U1', responseUrl: 'https://hooks.example/1' };
const rendered = (answer: Answer) => previewView(answer, replyTo, '/cloud');
const said = [note('Assign alert policy Disk 80')];

test('the button of a preview that makes the change is the submit button of its modal', () => {
  const confirm = { label: 'Assign Policy', action: { decide: 'confirm', on: 'p1' } } as const;
  const cancel = { label: 'Cancel', action: { decide: 'cancel', on: 'p1' } } as const;
  const view = rendered([...said, buttons(confirm, editButton('alert assign'), cancel)]);
  expect(view).toMatchObject({ submit: { text: 'Assign Policy' }, close: { text: 'Back' } });
  expect(JSON.parse(view.private_metadata ?? '')).toEqual({
    pending: 'p1',
    channel: 'C1',
    thread: '1.1',
    responseUrl: 'https://hooks.example/1',
  });
  expect(view.blocks).toEqual(rendered(said).blocks);
});

test('a preview that can’t be confirmed has only Back, which returns to the form', () => {
  const view = rendered([failed('There is no server “x”.'), buttons(openForm('alert assign'))]);
  expect(view).not.toHaveProperty('submit');
  expect(view.blocks.map(({ type }) => type)).not.toContain('actions');
});
