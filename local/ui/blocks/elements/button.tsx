import type { ReactNode } from 'react';
import { Button as PressButton } from 'react-aria-components/Button';
import { asObject, asString, type Json, type JsonObject } from '../../../slack/payload/json.ts';
import { ThumbDownIcon, ThumbUpIcon, TrashIcon } from '../parts/icons.tsx';
import { isLink, linkProps } from '../parts/slack-link.tsx';
import { useSurface } from '../parts/surface.ts';
import { PlainText } from '../parts/text-object.tsx';
import { type BlockAction, useBlockAction } from './use-action.tsx';

const named = (label: Json | undefined) => (asString(label) ? { 'aria-label': asString(label) } : {});

/** A button; one with an address opens it and still tells the app. */
export function Button({ element }: { element: JsonObject }) {
  const telling = useBlockAction(element);
  const surface = useSurface();
  const url = asString(element.url);
  if (!isLink(url))
    return (
      <Pressed element={element} telling={telling}>
        <PlainText of={element.text} />
      </Pressed>
    );
  const link = linkProps(url, surface);
  return (
    <>
      <a
        className="bk-button"
        data-style={asString(element.style)}
        href={link.href}
        target={link.target}
        rel={link.rel}
        {...named(element.accessibility_label)}
        onClick={(event) => {
          link.onClick?.(event);
          void telling.tell();
        }}
      >
        <PlainText of={element.text} />
      </a>
      {telling.dialog}
    </>
  );
}

/** Shows that it waits for the app, and takes no second press meanwhile. */
function Pressed({
  element,
  telling,
  children,
}: {
  element: JsonObject;
  telling: BlockAction;
  children: ReactNode;
}) {
  return (
    <>
      <PressButton
        className="bk-button"
        data-style={asString(element.style)}
        isPending={telling.waiting}
        {...named(element.accessibility_label)}
        onPress={() => void telling.tell()}
      >
        <span className="bk-button-text">{children}</span>
        {telling.waiting && <Spinner />}
      </PressButton>
      {telling.dialog}
    </>
  );
}

function Spinner() {
  return <span className="bk-spinner" role="progressbar" aria-label="Waiting for the app" />;
}

/** The trash under an answer. */
export function IconButton({ element }: { element: JsonObject }) {
  const telling = useBlockAction(element);
  return (
    <Pressed element={element} telling={telling}>
      <TrashIcon /> <PlainText of={element.text} />
    </Pressed>
  );
}

/** Whether an answer was good. */
export function FeedbackButtons({ element }: { element: JsonObject }) {
  return (
    <fieldset className="bk-feedback" aria-label="Feedback">
      <Opinion element={element} opinion={asObject(element.positive_button)} icon={<ThumbUpIcon />} />
      <Opinion element={element} opinion={asObject(element.negative_button)} icon={<ThumbDownIcon />} />
    </fieldset>
  );
}

function Opinion({ element, opinion, icon }: { element: JsonObject; opinion: JsonObject; icon: ReactNode }) {
  const telling = useBlockAction(element);
  return (
    <PressButton
      className="bk-button"
      isPending={telling.waiting}
      {...named(opinion.accessibility_label)}
      onPress={() => void telling.tell(asString(opinion.value))}
    >
      <span className="bk-button-text">
        {icon} <PlainText of={opinion.text} />
      </span>
      {telling.waiting && <Spinner />}
    </PressButton>
  );
}

/** Workflows belong to Slack, so this one leads nowhere here. */
export function WorkflowButton({ element }: { element: JsonObject }) {
  return (
    <PressButton className="bk-button" data-style={asString(element.style)} isDisabled>
      <span className="bk-button-text">
        <PlainText of={element.text} />
      </span>
    </PressButton>
  );
}
