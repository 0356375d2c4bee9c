// Free English: how titles, summaries and descriptions are put together from a topic's words.
import type { Kind } from '../../store/records.ts'

const words = (list: string) => list.split(',')

/** What follows the subject of a title. */
export const titleEndings: Record<Kind, readonly string[]> = {
  tracker: words(
    'Diary,Log,Tracker,Streak,Journal,Ledger,Counter,Chart,Record,Check-In,Tally,Scorecard,Almanac,Yearbook,Register',
  ),
  app: words(
    'Buddy,Companion,Planner,Kit,Coach,Helper,Studio,Guide,Toolkit,Handbook,Desk,Cookbook,Workshop,Compass,Atlas',
  ),
  game: words('Quest,Rush,Dash,Duel,Match,Blitz,Trail,Heroes,Showdown,Sprint,Trials,Frenzy,Legends,Arena,Odyssey,Cup'),
  widget: words('Clock,Glance,Corner,Tile,Ticker,Board,Window,Dial,Card,Countdown,Peek,Badge,Gauge,Ring,Postcard'),
  experience: words(
    'Together,Circle,Club,Night,Room,Retreat,Postcards,Relay,Weekend,Stories,Salon,Picnic,Exchange,Festival',
  ),
}

export const titlePrefixes: readonly string[] = words(
  'My,Little,Everyday,Sunday,Honest,Midnight,Five-Minute,One-Tap,Grandpa’s,Our,Lazy,Northern,Backpack,Kitchen,Rooftop,' +
    'Small Town,Rainy Day,Monday,Quiet,Open,Second,Paper,Harbor,Autumn,Spring,Big,Plain,Village,Good,Silent,Studio,Golden',
)

export const titleSuffixes: readonly string[] = words(
  'for Two,for Beginners,with Friends,in Ten Minutes,for Night Owls,Deluxe,No. 2,for Grown-Ups,on Paper,Classic,' +
    'Before Breakfast,from Scratch,and Beyond,Without Fuss,at Home,on the Go,for Busy People,by Heart,in Pictures,365,' +
    'for Small Spaces,All Year Round,After Work,for Teams,in Three Steps,for Seniors,Unplugged,from Home,Reloaded,Lite',
)

/** Every summary has one `{adj}`: its frequency in the community follows from that. */
export const summaries: Record<Kind, readonly string[]> = {
  tracker: [
    'A {adj} tracker that helps you {goal}.',
    'A {adj} way to log {things} and {goal}.',
    'A {adj} log of {things}, with {f1}.',
    'Count {things} in a {adj} chart and {goal}.',
    'For anyone who wants to {goal}: a {adj} log with {f1}.',
  ],
  app: [
    'A {adj} companion to {goal}.',
    'A {adj} app with {f1} and {f2}.',
    'A {adj} helper for {t}, with {f1}.',
    'A {adj} tool for people who want to {goal}.',
    'Less typing, more {t}: a {adj} app with {f1}.',
  ],
  game: [
    'A {adj} game: {play}.',
    '{Play}. A {adj} game for short breaks.',
    '{Play} in this {adj} game for one thumb.',
    'Can you {play}? A {adj} game with a leaderboard.',
  ],
  widget: [
    'A {adj} widget that helps you {goal}.',
    'A {adj} little widget with {f1}.',
    '{F1} on your home screen, in a {adj} widget.',
    'One look is enough to {goal}: a {adj} widget.',
  ],
  experience: [
    'A {adj} shared space for people who love {t}.',
    'A {adj} way to enjoy {t} together, with {f1}.',
    'Bring friends along and {goal}: a {adj} thing to do together.',
    'A {adj} invitation to {goal}, made for small groups.',
  ],
}

/** Added to a summary that names a place. */
export const placeNotes: readonly string[] = [
  'Made with neighbors in {place}.',
  'Started at the {place} library.',
  'First tried at the {place} school fair.',
  'For everyone around {place}.',
  'Named after a walk near {place}.',
]

export const descriptions: Record<Kind, readonly string[]> = {
  tracker: [
    'I wanted to {goal}, and paper did not work for me. {title} counts {things} and shows where they are heading. It comes with {f1} and {f2}.',
    '{title} keeps all your {things} in one place and never asks for more than two taps. Besides the log you get {f1}, and {f3}.',
    'Add {things} as they happen, look at the week on Sunday. Inside: {f1}, {f2} and {f3}. Everything stays on your phone unless you share it.',
  ],
  app: [
    '{title} is for everyone who would like to {goal}. It comes with {f1}, {f2} and {f3}.',
    'Open it, see what comes next, close it again: that is how {title} wants to be used. The heart of it is {f1}; the rest is {f2}.',
    'There are bigger apps for {t}. This one starts in a second and has what I need: {f1}, {f2}, and {f3}.',
  ],
  game: [
    '{Play}: that is the whole idea. Rounds last about a minute, the pace picks up, and the best results go on the leaderboard.',
    '{title} is quick to learn and hard to put down. {Play}, then try again a little faster.',
    'You play with one thumb. {Play}. New rounds are drawn every day, and everybody gets the same ones.',
  ],
  widget: [
    '{title} sits on the home screen and helps you {goal}. It shows {f1} and refreshes by itself.',
    'Small, medium and large: the small one is a number, the medium one adds {f1}, the large one {f2}.',
    'No need to open anything. {title} brings {f1} to where you look anyway.',
  ],
  experience: [
    '{title} is meant for three to twelve people. Someone starts it, everyone joins by link, and together you {goal}. It comes with {f1}.',
    'We made this for our own group and kept what worked: {f1}, {f2}, and time to talk.',
    'It takes about an hour. You will need friends, a little curiosity about {t}, and {f1}, which is built in.',
  ],
}

export const instructions: Record<Kind, readonly string[]> = {
  tracker: [
    '1. Tap + to add an entry.\n2. Hold an entry to change or remove it.\n3. Swipe left for the week, again for the month.',
    'Tap the big number to add one. Set your target under Settings; the ring closes when you reach it.',
  ],
  app: [
    '1. Pick a plan, or start from an empty one.\n2. Tap a card to see its steps.\n3. Tap the clock to be reminded.',
    'Everything happens on the first screen. Drag cards to reorder them and swipe one away when it is done.',
  ],
  game: [
    'Tap to start. Drag to move, lift your finger to stop. A round ends when the bar at the top is empty.',
    '1. Choose a level.\n2. Play until the timer runs out.\n3. Enter the leaderboard or try again.',
  ],
  widget: [
    'Hold an empty spot on the home screen, choose this widget and pick a size. Tap it to refresh.',
    'Add it next to your clock. Tap once for details; hold to change colors.',
  ],
  experience: [
    '1. Start a session and share the link.\n2. Wait until everyone is in.\n3. Follow the steps together; the host sets the pace.',
    'One person hosts. Everyone else only needs the link and a charged phone.',
  ],
}
