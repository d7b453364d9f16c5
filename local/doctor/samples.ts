import { type Answer, buttons, note } from '../../src/answer/answer.ts';
import { hasForm } from '../../src/command-line/form.ts';
import { operations } from '../../src/operations/index.ts';
import { draw, drawPlainly } from '../../src/slack/render/draw.ts';
import { drawForm, placeholder } from '../../src/slack/render/form-view.ts';
import { checking, maybeLost, previewView } from '../../src/slack/render/preview-view.ts';
import { rejectForm, suggestForm } from '../../src/slack/render/review-forms.ts';
import { reviewView } from '../../src/slack/render/review-view.ts';
import type { Sample } from './check-messages.ts';
import { emptyForm, fullForm, replyTo, sampleMetadata, sampleReviews } from './sample-forms.ts';
import { endless, sampleParts } from './sample-parts.ts';

/**
 * Returns samples of everything of which Skydesk makes its messages and views, at its minimum and maximum: each part of an answer,
 * each form. They need no data of the cloud API. `command` is the name of the slash command, `/cloud`.
 */
export const samplesOf = (command: string): readonly Sample[] => [
  ...samplesFrom(sampleParts(), command),
  ...Object.entries(sampleReviews()).map(
    ([name, review]): Sample => ({
      name,
      as: 'view',
      rendered: reviewView(review, command),
      otherwise: reviewView(review, command, true),
    }),
  ),
  ...operations.flatMap(({ id, fields }): Sample[] =>
    Object.values(fields).some(({ isNoWider }) => isNoWider)
      ? [
          {
            name: `suggestion for ${id}`,
            as: 'view',
            rendered: suggestForm(sampleMetadata, fields, allFields(fields)),
          },
        ]
      : [],
  ),
  { name: 'rejection', as: 'view', rendered: rejectForm(sampleMetadata) },
  { name: 'form, being made', as: 'view', rendered: placeholder('Create firewall policy') },
  { name: 'preview on a form, being made', as: 'view', rendered: checking('sample') },
  { name: 'preview on a form', as: 'view', rendered: previewView(toConfirm, replyTo, command) },
  { name: 'preview on a form, maybe not confirmed', as: 'view', rendered: maybeLost() },
  ...operations.filter(hasForm).flatMap((operation): Sample[] => [
    { name: `form of ${operation.id}`, as: 'view', rendered: drawForm(emptyForm(operation), command) },
    { name: `form of ${operation.id}, full`, as: 'view', rendered: drawForm(fullForm(operation), command) },
  ]),
];

export const samplesFrom = (answers: Readonly<Record<string, Answer>>, command: string): readonly Sample[] =>
  Object.entries(answers).map(([name, answer]) => ({
    name,
    as: 'message',
    rendered: draw(answer, command),
    ...(hasNewBlocks(answer) && { otherwise: drawPlainly(answer, command) }),
  }));

const toConfirm: Answer = [
  note(endless),
  buttons({ label: endless, action: { decide: 'confirm', on: 'sample', seen: 'digest' } }),
];

/** Whether an answer has tables or charts. Skydesk sends text to workspaces that don't support these yet. */
const hasNewBlocks = (answer: Answer): boolean =>
  answer.some(({ kind }) => kind === 'table' || kind === 'chart');

const allFields = (fields: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, endless.slice(0, 3000)]));
