// Pins or unpins a city or a zone. If the list is full, shows a message and returns false.
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { mostCities, toggleMyCity } from '../../api/my-cities';
import { useToasts } from '../../components/dialogs/toasts';

export function useCityToggle(): (key: string, name?: string) => boolean {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  return useCallback(
    (key, name) => {
      if (toggleMyCity(key, name)) return true;
      const title = formatMessage({ id: 'clocks.full' }, { count: mostCities });
      show({ title, tone: 'destructive' });
      return false;
    },
    [formatMessage, show],
  );
}
