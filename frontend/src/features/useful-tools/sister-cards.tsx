// A card for each sister tool, which opens the tool's own site in a new tab and in the reader's language.
import { useId } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useSiteConfig } from '../../browser/site-config';
import { drawn } from '../../components/page/site-icons';
import { wholeCardLink } from '../../styles/card-link';
import { color, from, hovering, size, space } from '../../styles/theme';
import { leadText } from '../../styles/type';
import { PlaceHeld, SisterGlyph } from './sister-glyph';
import { sisterAddress, sisterTools } from './sister-tools';

export function SisterCards() {
  const { formatMessage, locale } = useIntl();
  const { tools } = useSiteConfig();
  const newTab = useId();
  return (
    <>
      <Cards aria-label={formatMessage({ id: 'usefulTools.list' })}>
        {sisterTools.map(({ id, name, text }) => (
          <Card key={id}>
            <SisterGlyph tool={id} />
            <div>
              <Name>
                <CardLink
                  href={sisterAddress(tools[id], locale)}
                  target="_blank"
                  rel="noopener"
                  hrefLang={locale}
                  aria-describedby={newTab}
                >
                  {formatMessage({ id: name })}
                  <Leaving size="large" />
                </CardLink>
              </Name>
              <Text>{formatMessage({ id: text })}</Text>
            </div>
          </Card>
        ))}
        <Card>
          <PlaceHeld />
          <Text>{formatMessage({ id: 'usefulTools.soon' })}</Text>
        </Card>
      </Cards>
      <p id={newTab} hidden>
        {formatMessage({ id: 'usefulTools.newTab' })}
      </p>
    </>
  );
}

const Cards = styled.ul`
  display: grid;
  border-block-end: ${size.hairline} solid ${color.line};

  ${from.sm} {
    grid-template-columns: 1fr 1fr;
    column-gap: ${space[32]};
  }

  ${from.lg} {
    grid-template-columns: repeat(3, 1fr);
  }
`;

const Card = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: ${space[24]};
  padding-block: ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};

  ${from.sm} {
    grid-template-columns: 1fr;
    align-content: start;
    padding-block: ${space[32]} ${space[48]};
  }
`;

const Name = styled.h2`
  ${leadText}
`;

/** The link covers the whole card. */
const CardLink = styled.a`
  ${wholeCardLink}

  ${hovering} {
    ${Card}:hover & {
      color: ${color.accent};
    }
  }
`;

/** Points away from the line's start. */
const Leaving = styled(drawn(<path d="M7 17 17 7M7.5 7H17v9.5" />))`
  display: inline-block;
  margin-inline-start: ${space[4]};
  vertical-align: text-bottom;
  color: ${color.inkSoft};

  [dir='rtl'] & {
    scale: -1 1;
  }
`;

const Text = styled.p`
  color: ${color.inkSoft};
`;
