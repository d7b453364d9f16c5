import './button.css';
import './fields.css';
import './menu.css';
import type { ComponentType } from 'react';
import { asString, type JsonObject, lookUp } from '../../../slack/payload/json.ts';
import { Unknown } from '../parts/unknown.tsx';
import { Button } from './button.tsx';
import { Checkboxes } from './checkboxes.tsx';
import { MultiSelect } from './multi-select.tsx';
import { Overflow } from './overflow.tsx';
import { StaticSelect } from './selects.tsx';
import { TextInput } from './text-inputs.tsx';

type Renderer = ComponentType<{ readonly element: JsonObject }>;

const renderers: Record<string, Renderer> = {
  button: Button,
  checkboxes: Checkboxes,
  multi_static_select: MultiSelect,
  overflow: Overflow,
  plain_text_input: TextInput,
  static_select: StaticSelect,
};

export function Element({ element }: { element: JsonObject }) {
  const Renderer = lookUp(renderers, asString(element.type));
  return Renderer ? <Renderer element={element} /> : <Unknown block={element} what="element" />;
}
