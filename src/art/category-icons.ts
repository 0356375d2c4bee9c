// Icons for the pictures of categories that have no covers, by words of their slug.
import type { KindIcon } from '../site/icons.ts'

const wordsOfIcons: Partial<Record<KindIcon, string>> = {
  article: 'article blog doc documentation document essay news tex',
  bag: 'fashion market shop shopping store',
  bolt: 'electricity energy fitness power running workout',
  book: 'book library literature reading story',
  brush: 'drawing painting',
  calendar: 'calendar event planning productivity schedule',
  camera: 'camera photo photography',
  car: 'auto car transport vehicle',
  chart: 'analytic analysis business chart data finance math mathematics money statistic',
  chat: 'chat comm communication conversation gathering mail messaging social',
  clock: 'clock time timer',
  cloud: 'cloud weather',
  code: 'code devel developer development interpreter programming',
  cube: '3d cube kernel model package printing',
  dice: 'board card dice tabletop',
  experience: 'community experience family friend group people team',
  film: 'cinema film movie',
  flag: 'country language politic sport',
  food: 'baking cooking drink food kitchen recipe restaurant',
  game: 'arcade game gaming',
  gear: 'admin administration automation configuration setting system',
  gem: 'accessory accessories jewelry luxury',
  gift: 'gift holiday party',
  globe: 'browser httpd internet net network site web world',
  heart: 'care dating health love medicine wellbeing wellness',
  home: 'home house household interior',
  key: 'crypto password privacy security',
  layers: 'database design lib libdevel libs platform template theme',
  leaf: 'environment nature outdoor plant',
  light: 'education idea learning lighting philosophy school study',
  link: 'integration vcs version',
  map: 'geo geography location map navigation travel trip',
  medal: 'award challenge competition',
  microphone: 'hamradio podcast radio voice',
  music: 'audio music song sound',
  palette: 'art color craft graphic illustration style',
  paw: 'animal cat dog pet',
  pencil: 'editor font note office text writing',
  phone: 'android ios mobile phone',
  plant: 'garden gardening houseplant',
  plug: 'addon electronic extension hardware plugin',
  puzzle: 'kid puzzle toy',
  robot: 'agent ai bot robot',
  rocket: 'science space startup',
  scissors: 'hair sewing tailoring',
  shirt: 'clothes clothing garment wear',
  sun: 'meditation mindfulness summer yoga',
  terminal: 'cli command console shell terminal',
  tool: 'diy misc repair tool util utility utilities',
  video: 'animation stream streaming video',
  yarn: 'crochet knit knitting textile weaving yarn',
}

const iconOfWord = new Map(
  Object.entries(wordsOfIcons).flatMap(([icon, words]) => words.split(' ').map(word => [word, icon as KindIcon])),
)

/** Null if no word of the slug is known. */
export function iconOfCategory(slug: string): KindIcon | null {
  for (const word of slug.split('-')) {
    const icon = iconOfWord.get(word) ?? iconOfWord.get(word.replace(/s$/, ''))
    if (icon !== undefined) return icon
  }
  return null
}
