import { Button as PressButton } from 'react-aria-components/Button';
import { asString, type Json, type JsonObject } from '../../../slack/payload/json.ts';
import { isLink, linkProps } from '../parts/slack-link.tsx';
import { useSurface } from '../parts/surface.ts';
import { PlainText } from '../parts/text-object.tsx';
import { useBlockAction } from './use-action.tsx';

const named = (label: Json | undefined) => (asString(label) ? { 'aria-label': asString(label) } : {});

/** A button. It waits for the app, and takes no second press meanwhile. One with an address opens that too. */
export function Button({ element }: { element: JsonObject }) {
  const surface = useSurface();
  const { send, waiting, dialog } = useBlockAction(element);
  const url = asString(element.url);
  const looks = {
    className: 'bk-button',
    'data-style': asString(element.style),
    ...named(element.accessibility_label),
  };
  if (!isLink(url))
    return (
      <>
        <PressButton {...looks} isPending={waiting} onPress={() => void send()}>
          <span className="bk-button-text">
            <PlainText of={element.text} />
          </span>
          {waiting && <span className="bk-spinner" role="progressbar" aria-label="Waiting for the app" />}
        </PressButton>
        {dialog}
      </>
    );
  const link = linkProps(url, surface);
  return (
    <>
      <a
        {...looks}
        href={link.href}
        target={link.target}
        rel={link.rel}
        onClick={(event) => {
          link.onClick?.(event);
          void send();
        }}
      >
        <PlainText of={element.text} />
      </a>
      {dialog}
    </>
  );
}
