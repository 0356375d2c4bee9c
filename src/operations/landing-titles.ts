// The service's own words on the landing page, in every language the service speaks.
import type { Locales } from '../store/store.ts'
import type { ServiceLocale } from './locale.ts'

type Part = 'spotlight' | 'trending' | 'recent' | 'remixed' | 'liked' | 'featured'

const titles: Record<ServiceLocale, Record<Part, string>> = {
  en: {
    spotlight: 'In the spotlight',
    trending: 'Trending now',
    recent: 'Fresh from the community',
    remixed: 'Most remixed',
    liked: 'Most liked',
    featured: 'Featured',
  },
  es: {
    spotlight: 'En primer plano',
    trending: 'Tendencias',
    recent: 'Recién publicadas',
    remixed: 'Las más remezcladas',
    liked: 'Las que más gustan',
    featured: 'Destacadas',
  },
  fr: {
    spotlight: 'À la une',
    trending: 'Tendances',
    recent: 'Tout juste publiées',
    remixed: 'Les plus remixées',
    liked: 'Les plus aimées',
    featured: 'Sélection',
  },
  de: {
    spotlight: 'Im Rampenlicht',
    trending: 'Gerade beliebt',
    recent: 'Frisch aus der Community',
    remixed: 'Am meisten geremixt',
    liked: 'Am meisten gemocht',
    featured: 'Empfohlen',
  },
  it: {
    spotlight: 'In primo piano',
    trending: 'Di tendenza',
    recent: 'Appena pubblicate',
    remixed: 'Le più remixate',
    liked: 'Le più apprezzate',
    featured: 'In evidenza',
  },
  pt: {
    spotlight: 'Em foco',
    trending: 'Em alta',
    recent: 'Acabadas de publicar',
    remixed: 'As mais remixadas',
    liked: 'As mais curtidas',
    featured: 'Destaques',
  },
  ja: {
    spotlight: '注目の作品',
    trending: '急上昇',
    recent: '新着',
    remixed: 'リミックスが多い作品',
    liked: 'いいねが多い作品',
    featured: 'おすすめ',
  },
  ko: {
    spotlight: '주목할 작품',
    trending: '지금 뜨는 작품',
    recent: '새로 올라온 작품',
    remixed: '가장 많이 리믹스된 작품',
    liked: '가장 많은 좋아요를 받은 작품',
    featured: '추천 작품',
  },
  zh: {
    spotlight: '焦点作品',
    trending: '热门趋势',
    recent: '最新发布',
    remixed: '改编最多',
    liked: '最受喜爱',
    featured: '精选',
  },
  ar: {
    spotlight: 'تحت الضوء',
    trending: 'الرائج الآن',
    recent: 'أحدث ما نُشر',
    remixed: 'الأكثر إعادة مزج',
    liked: 'الأكثر إعجابًا',
    featured: 'مختارات',
  },
  hi: {
    spotlight: 'ख़ास नज़र में',
    trending: 'अभी लोकप्रिय',
    recent: 'नई रचनाएँ',
    remixed: 'सबसे ज़्यादा रीमिक्स',
    liked: 'सबसे ज़्यादा पसंद',
    featured: 'चुनी हुई रचनाएँ',
  },
}

export function landingTitle(part: Part, locales: Locales): string {
  const locale = locales.find(tag => tag in titles) as ServiceLocale
  return titles[locale][part]
}
