// The items of one kind in a file: how many are new, how many exist already, and which of the new ones to add.
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../page/texts';
import type { MessageId } from '../../i18n/messages';
import { DottedParts } from '../page/dotted-parts';
import { color, size, space } from '../../styles/theme';
import { itemTitle, smallText } from '../../styles/type';
import { synchronisedNow } from '../../time/synchronised-time';
import { useOfferText } from './offer-text';
import type { Kind, Offer } from './preview';
import { Button } from '../forms/button';
import { CheckBox } from '../forms/check-field';

const names: Record<Kind, MessageId> = {
  alarms: 'privacy.alarms',
  timers: 'privacy.timers',
  daysOff: 'daysOff.name',
  cities: 'clocks.mine',
  runs: 'stopwatch.runs',
};

/** More items than this are collapsed. */
const shownAtOnce = 6;
/** Of many items, so many more are shown at a time. */
const page = 100;

interface OfferGroupProps {
  readonly kind: Kind;
  readonly offers: readonly Offer[];
  readonly here: number;
  /** Whether a long list is shown at once. */
  readonly isOpen?: boolean;
  /** The keys of the items to add. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: readonly string[], isChosen: boolean) => void;
}

export function OfferGroup({
  kind,
  offers,
  here,
  isOpen = false,
  chosen,
  onChoose,
}: OfferGroupProps) {
  const { formatMessage } = useIntl();
  const name = formatMessage({ id: names[kind] });
  if (offers.length + here === 0) return null;
  const keys = offers.map(({ key }) => key);
  const count = keys.filter((key) => chosen.has(key)).length;
  const parts = [
    ...(offers.length > 0 ? [formatMessage({ id: 'restore.new' }, { count: offers.length })] : []),
    ...(here > 0 ? [formatMessage({ id: 'restore.here' }, { count: here })] : []),
  ];
  return (
    <Group role="group" aria-label={name}>
      <Head>
        {offers.length > 0 ? (
          <Choice>
            <GroupBox
              chosen={count}
              of={keys.length}
              onChange={(isChosen) => {
                onChoose(keys, isChosen);
              }}
            />
            <Name>{name}</Name>
          </Choice>
        ) : (
          <Name>{name}</Name>
        )}
        <SmallPrint>
          <DottedParts parts={parts} />
        </SmallPrint>
      </Head>
      {kind === 'timers' && offers.length > 0 && (
        <SmallPrint>{formatMessage({ id: 'restore.timersStand' })}</SmallPrint>
      )}
      {offers.length > shownAtOnce ? (
        <details open={isOpen}>
          <Summary>{formatMessage({ id: 'restore.showAll' }, { count: offers.length })}</Summary>
          <Offers offers={offers} chosen={chosen} onChoose={onChoose} />
        </details>
      ) : (
        <Offers offers={offers} chosen={chosen} onChoose={onChoose} />
      )}
    </Group>
  );
}

function Offers({
  offers,
  chosen,
  onChoose,
}: Pick<OfferGroupProps, 'offers' | 'chosen' | 'onChoose'>) {
  const { formatMessage } = useIntl();
  const now = synchronisedNow();
  const offerText = useOfferText(now);
  const [shown, setShown] = useState(page);
  const more = Math.min(page, offers.length - shown);
  return (
    <List>
      {offers.slice(0, shown).map((offer) => {
        const { name, facts } = offerText(offer);
        return (
          <li key={offer.key}>
            <Choice>
              <CheckBox
                type="checkbox"
                checked={chosen.has(offer.key)}
                onChange={({ target }) => {
                  onChoose([offer.key], target.checked);
                }}
              />
              <Words>
                <span>
                  <bdi>{name}</bdi>
                </span>
                {facts.length > 0 && (
                  <SmallPrint as="span">
                    <DottedParts parts={facts} />
                  </SmallPrint>
                )}
              </Words>
            </Choice>
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <Button
            $kind="quiet"
            onClick={() => {
              setShown(shown + page);
            }}
          >
            {formatMessage({ id: 'restore.showMore' }, { count: more })}
          </Button>
        </li>
      )}
    </List>
  );
}

interface GroupBoxProps {
  readonly chosen: number;
  readonly of: number;
  readonly onChange: (isChosen: boolean) => void;
}

/** Indeterminate if only some are chosen. */
function GroupBox({ chosen, of, onChange }: GroupBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = chosen > 0 && chosen < of;
  }, [chosen, of]);
  return (
    <CheckBox
      ref={box}
      type="checkbox"
      checked={chosen === of}
      onChange={({ target }) => {
        onChange(target.checked);
      }}
    />
  );
}

const Group = styled.div`
  display: grid;
  gap: ${space[4]};
  padding-block-start: ${space[12]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  column-gap: ${space[16]};
  min-block-size: ${size.touch};
`;

const Name = styled.span`
  ${itemTitle}
`;

const List = styled.ul`
  margin: 0;
  padding: 0;
  padding-inline-start: calc(${size.icon} + ${space[12]});
  list-style: none;
`;

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-block-size: ${size.touch};
  padding-block: ${space[4]};
  line-height: 1.4;
  cursor: pointer;
`;

const Words = styled.span`
  display: grid;
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const Summary = styled.summary`
  ${smallText}
  min-block-size: ${size.touch};
  align-content: center;
  color: ${color.inkSoft};
  cursor: pointer;
`;
