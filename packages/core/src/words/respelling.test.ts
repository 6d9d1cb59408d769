import { expect, test } from 'vitest';
import { respell } from './respelling.ts';

test.each([
  { ipa: '/ˈæfəbəl/', said: 'AF-uh-bul' },
  { ipa: '/məˈlɪfluəs/', said: 'muh-LIF-loo-uss' },
  { ipa: '/ˌɑnəˌmɑtəˈpiə/', said: 'ah-nuh-mah-tuh-PEE-uh' },
  { ipa: '/aɪˈkɑnəˌklæst/', said: 'eye-KAH-nuh-klast' },
  { ipa: '/stenˈtɔriən/', said: 'sten-TOR-ee-un' },
  { ipa: '/ˈzaɪtˌɡaɪst/', said: 'ZYT-gyst' },
  { ipa: '/ˌkerəˈvænsəˌraɪ/', said: 'kair-uh-VAN-suh-rye' },
  { ipa: '/ˌkætəməˈræn/', said: 'kat-uh-muh-RAN' },
  { ipa: '/ˈdʒeriˌmændɚ/', said: 'JAIR-ee-man-der' },
  { ipa: '/dɝθ/', said: 'DURTH' },
  { ipa: '/ˌsɑtoʊ ˈvoʊtʃi/', said: 'sah-toh VOH-chee' },
])('$ipa is respelled $said', ({ ipa, said }) => {
  expect(respell(ipa)).toBe(said);
});

test.each(['', 'AF-uh-bul', '/ˈlɒndən/', '//', '/ /', 'yen (pronunciation not recorded)'])(
  '“%s” has no respelling',
  (text) => {
    expect(respell(text)).toBe('');
  },
);
