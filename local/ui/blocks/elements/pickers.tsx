import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { secondsAt, wallTime } from '../../../text/wall-time.ts';
import { useLabelled } from '../parts/block-context.tsx';
import { useSurface } from '../parts/surface.ts';
import { useField } from './use-field.ts';

/** Milliseconds that the browser's own picker must rest before what it shows counts as chosen. */
const settleMs = 800;

const pickerNames = { date: 'Date', time: 'Time', 'datetime-local': 'Date and time' } as const;

/** The browser's picker. It tells of every digit; what is chosen is where it rests, on Enter, or when it is left. */
function Picker({
  type,
  element,
  shown,
  waiting,
  onPick,
  children,
}: {
  type: keyof typeof pickerNames;
  element: JsonObject;
  shown: string;
  waiting: boolean;
  onPick: (picked: string | null) => void;
  children: ReactNode;
}) {
  const labelled = useLabelled(labelOf(element.placeholder ?? '') || pickerNames[type]);
  const [draft, setDraft] = useState<string>();
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const pick = (picked: string): void => {
    clearTimeout(rest.current);
    setDraft(undefined);
    if (picked !== shown) onPick(picked || null);
  };
  return (
    <>
      <input
        {...labelled}
        type={type}
        className="bk-control bk-picker"
        // biome-ignore lint/a11y/noAutofocus: the app asks for it in a modal that was just opened
        autoFocus={element.focus_on_load === true}
        aria-busy={waiting}
        value={draft ?? shown}
        onChange={({ target }) => {
          setDraft(target.value);
          clearTimeout(rest.current);
          rest.current = setTimeout(pick, settleMs, target.value);
        }}
        onBlur={() => draft !== undefined && pick(draft)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && draft !== undefined) pick(draft);
        }}
      />
      {children}
    </>
  );
}

export function DatePicker({ element }: { element: JsonObject }) {
  const { value, choose, waiting, dialog } = useField(element);
  return (
    <Picker
      type="date"
      element={element}
      waiting={waiting}
      shown={asString(value.selected_date)}
      onPick={choose}
    >
      {dialog}
    </Picker>
  );
}

export function TimePicker({ element }: { element: JsonObject }) {
  const { value, choose, waiting, dialog } = useField(element);
  return (
    <Picker
      type="time"
      element={element}
      waiting={waiting}
      shown={asString(value.selected_time)}
      onPick={choose}
    >
      {dialog}
    </Picker>
  );
}

/** A moment, entered and shown in the reader's zone. */
export function DateTimePicker({ element }: { element: JsonObject }) {
  const { value, choose, waiting, dialog } = useField(element);
  const { tz } = useSurface();
  const seconds = value.selected_date_time;
  const shown = typeof seconds === 'number' ? wallTime(seconds, tz) : '';
  return (
    <Picker
      type="datetime-local"
      element={element}
      waiting={waiting}
      shown={shown}
      onPick={(picked) => choose(picked === null ? null : String(secondsAt(picked, tz)))}
    >
      {dialog}
    </Picker>
  );
}
