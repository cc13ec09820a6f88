// The encodings in which a file may be written, with names of the file as they would be: the visitor sees which is right.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { space } from '../../styles/theme';
import { Button } from '../forms/button';
import { SmallPrint } from '../page/texts';
import type { EncodingChoice } from './contents';

/** The encodings that readers of a language have used before UTF-8. */
const likely: Readonly<Partial<Record<string, readonly string[]>>> = {
  ja: ['shift_jis', 'euc-jp'],
  zh: ['gb18030', 'big5'],
  ko: ['euc-kr'],
  ru: ['windows-1251'],
  tr: ['windows-1254'],
  ar: ['windows-1256'],
};

interface EncodingListProps {
  readonly encodings: readonly EncodingChoice[];
  readonly onChoose: (encoding: string) => void;
}

export function EncodingList({ encodings, onChoose }: EncodingListProps) {
  const { locale } = useIntl();
  const first = likely[locale] ?? ['windows-1252'];
  const ranked = [
    ...encodings.filter(({ encoding }) => first.includes(encoding)),
    ...encodings.filter(({ encoding }) => !first.includes(encoding)),
  ];
  // Several encodings have the same letters.
  const different = ranked.filter(
    ({ sample }, index) => ranked.findIndex((one) => one.sample === sample) === index,
  );
  if (different.length === 0) return null;
  return (
    <List>
      {different.map(({ encoding, sample }) => (
        <li key={encoding}>
          <Choice
            onClick={() => {
              onChoose(encoding);
            }}
          >
            <bdi>{sample}</bdi>
            <SmallPrint as="span">{encoding}</SmallPrint>
          </Choice>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Choice = styled(Button)`
  inline-size: 100%;
  justify-content: space-between;
  gap: ${space[16]};
  text-align: start;
  white-space: normal;
  overflow-wrap: anywhere;
`;
