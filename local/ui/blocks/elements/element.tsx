import './elements.css';
import type { ComponentType } from 'react';
import { asString, type JsonObject, lookUp } from '../../../slack/payload/json.ts';
import { Unknown } from '../parts/unknown.tsx';
import { Button, FeedbackButtons, IconButton, WorkflowButton } from './button.tsx';
import { Checkboxes, RadioButtons } from './choices.tsx';
import { FileInput } from './file-input.tsx';
import { Overflow } from './overflow.tsx';
import { DatePicker, DateTimePicker, TimePicker } from './pickers.tsx';
import { ChannelsSelect, ExternalSelect, StaticSelect, UsersSelect } from './selects.tsx';
import { EmailInput, NumberInput, RichTextInput, TextInput, UrlInput } from './text-inputs.tsx';

type Renderer = ComponentType<{ readonly element: JsonObject }>;

const renderers: Record<string, Renderer> = {
  button: Button,
  channels_select: ChannelsSelect,
  checkboxes: Checkboxes,
  conversations_select: ChannelsSelect,
  datepicker: DatePicker,
  datetimepicker: DateTimePicker,
  email_text_input: EmailInput,
  external_select: ExternalSelect,
  feedback_buttons: FeedbackButtons,
  file_input: FileInput,
  icon_button: IconButton,
  multi_channels_select: ChannelsSelect,
  multi_conversations_select: ChannelsSelect,
  multi_external_select: ExternalSelect,
  multi_static_select: StaticSelect,
  multi_users_select: UsersSelect,
  number_input: NumberInput,
  overflow: Overflow,
  plain_text_input: TextInput,
  radio_buttons: RadioButtons,
  rich_text_input: RichTextInput,
  static_select: StaticSelect,
  timepicker: TimePicker,
  url_text_input: UrlInput,
  users_select: UsersSelect,
  workflow_button: WorkflowButton,
};

/** What can be pressed, chosen or filled in. */
export function Element({ element }: { element: JsonObject }) {
  const Renderer = lookUp(renderers, asString(element.type));
  return Renderer ? <Renderer element={element} /> : <Unknown block={element} what="element" />;
}
