import { Button as PressButton } from 'react-aria-components/Button';
import { asString, type Json, type JsonObject } from '../../../slack/payload/json.ts';
import { PlainText } from '../parts/text-object.tsx';
import { useBlockAction } from './use-action.tsx';

const named = (label: Json | undefined) => (asString(label) ? { 'aria-label': asString(label) } : {});

/** A button. It waits for the app, and ignores further clicks meanwhile. */
export function Button({ element }: { element: JsonObject }) {
  const { send, waiting, dialog } = useBlockAction(element);
  return (
    <>
      <PressButton
        className="bk-button"
        data-style={asString(element.style)}
        {...named(element.accessibility_label)}
        isPending={waiting}
        onPress={() => void send()}
      >
        <span className="bk-button-text">
          <PlainText of={element.text} />
        </span>
        {waiting && <span className="bk-spinner" role="progressbar" aria-label="Waiting for the app" />}
      </PressButton>
      {dialog}
    </>
  );
}
