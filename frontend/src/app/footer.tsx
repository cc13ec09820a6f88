// The foot of every page: what the site is, its tools, its languages.
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { PageColumn } from '../components/page-column';
import { SiteMark } from '../components/site-mark';
import { useSecond } from '../hooks/synchronised-time';
import { offeredLanguages } from '../i18n/languages';
import { localisedPath } from '../i18n/paths';
import { tools } from '../i18n/site-pages';
import { color, from, hovering, size, space } from '../styles/theme';
import { smallText, wordmark } from '../styles/type';

export function Footer() {
  const { formatMessage, locale } = useIntl();
  const { pathname } = useLocation();
  const second = useSecond();
  return (
    <Foot>
      <PageColumn>
        <Columns>
          <About>
            <Name>
              <SiteMark />
              <FormattedMessage id="site.name" />
            </Name>
            <p>
              <FormattedMessage id="footer.line" />
            </p>
            <p>
              <FormattedMessage
                id="footer.copyright"
                values={{ year: second === null ? '' : String(new Date(second).getFullYear()) }}
              />
            </p>
          </About>
          <Links aria-label={formatMessage({ id: 'site.toolsMenu' })}>
            <Heading>
              <FormattedMessage id="site.toolsMenu" />
            </Heading>
            {tools.map((tool) => (
              <FootLink key={tool.id} to={localisedPath(tool.path, locale)}>
                <FormattedMessage id={tool.name} />
              </FootLink>
            ))}
          </Links>
          <Links aria-label={formatMessage({ id: 'footer.languages' })}>
            <Heading>
              <FormattedMessage id="footer.languages" />
            </Heading>
            {offeredLanguages.map(({ code, name }) => (
              <FootLink key={code} to={localisedPath(pathname, code)} lang={code} hrefLang={code}>
                {name}
              </FootLink>
            ))}
          </Links>
        </Columns>
      </PageColumn>
    </Foot>
  );
}

const Foot = styled.footer`
  margin-block-start: ${space[96]};
  padding-block-end: ${space[64]};
  color: ${color.inkSoft};
`;

const Columns = styled.div`
  ${smallText}
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space[32]};
  padding-block-start: ${space[32]};
  border-block-start: ${size.hairline} solid ${color.line};

  ${from.md} {
    grid-template-columns: 2fr 1fr 1fr;
  }
`;

const About = styled.div`
  grid-column: 1 / -1;
  display: grid;
  align-content: start;
  gap: ${space[8]};

  ${from.md} {
    grid-column: auto;
  }
`;

const Name = styled.p`
  ${wordmark}
  display: flex;
  align-items: center;
  gap: ${space[8]};
  color: ${color.ink};
`;

const Links = styled.nav`
  display: grid;
  align-content: start;
  justify-items: start;
`;

const Heading = styled.p`
  min-block-size: ${space[32]};
`;

const FootLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  color: ${color.ink};
  text-decoration: none;

  ${hovering} {
    &:hover {
      text-decoration: underline;
      text-underline-offset: ${space[4]};
    }
  }
`;
