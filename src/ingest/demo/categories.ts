// The shelves of the demo community, and which kinds of creation stand on each.
import { type Kind, kinds } from '../../store/records.ts'
import { type Language, labelsOf } from './languages.ts'

export type Category = { slug: string; labels: Record<Language, string>; kindWeights: Record<Kind, number> }

/** `weights` are those of app, tracker, game, widget and experience. */
function category(slug: string, weights: readonly number[], labels: string): Category {
  const kindWeights = Object.fromEntries(kinds.map((kind, i) => [kind, weights[i]!])) as Record<Kind, number>
  return { slug, labels: labelsOf(labels), kindWeights }
}

export const categories = [
  category(
    'health',
    [3, 6, 1, 2, 1],
    'Health | Salud | Santé | Gesundheit | Salute | Saúde | 健康 | 건강 | 健康 | الصحة | स्वास्थ्य',
  ),
  category(
    'fitness',
    [3, 6, 1, 1, 2],
    'Fitness | Ejercicio | Forme | Fitness | Fitness | Exercícios | フィットネス | 운동 | 健身 | اللياقة | फ़िटनेस',
  ),
  category(
    'food',
    [6, 3, 1, 1, 2],
    'Food & Drink | Comida y bebida | Cuisine | Essen & Trinken | Cibo e bevande | Comida e bebida | 料理・飲み物 | 음식 | 美食 | الطعام والشراب | खान-पान',
  ),
  category(
    'mindfulness',
    [3, 4, 1, 2, 3],
    'Mindfulness | Atención plena | Pleine conscience | Achtsamkeit | Consapevolezza | Atenção plena | マインドフルネス | 마음 챙김 | 正念 | صفاء الذهن | मन की शांति',
  ),
  category(
    'productivity',
    [6, 3, 1, 4, 1],
    'Productivity | Productividad | Productivité | Produktivität | Produttività | Produtividade | 仕事効率化 | 생산성 | 效率 | الإنتاجية | उत्पादकता',
  ),
  category(
    'money',
    [4, 6, 1, 2, 1],
    'Money | Dinero | Argent | Geld | Soldi | Dinheiro | お金 | 돈 관리 | 理财 | المال | पैसा',
  ),
  category(
    'learning',
    [4, 2, 5, 2, 1],
    'Learning | Aprendizaje | Apprentissage | Lernen | Apprendimento | Aprendizado | 学習 | 학습 | 学习 | التعلم | सीखना',
  ),
  category(
    'arcade',
    [0, 0, 12, 0, 1],
    'Arcade | Arcade | Arcade | Arcade | Arcade | Arcade | アーケード | 아케이드 | 街机 | ألعاب الأركيد | आर्केड',
  ),
  category(
    'puzzles',
    [1, 0, 10, 1, 1],
    'Puzzles | Rompecabezas | Casse-têtes | Rätsel | Rompicapi | Quebra-cabeças | パズル | 퍼즐 | 益智 | الألغاز | पहेलियाँ',
  ),
  category(
    'music',
    [4, 2, 3, 1, 3],
    'Music | Música | Musique | Musik | Musica | Música | 音楽 | 음악 | 音乐 | الموسيقى | संगीत',
  ),
  category(
    'travel',
    [4, 2, 1, 2, 5],
    'Travel | Viajes | Voyages | Reisen | Viaggi | Viagens | 旅行 | 여행 | 旅行 | السفر | यात्रा',
  ),
  category(
    'nature',
    [3, 4, 1, 4, 3],
    'Nature | Naturaleza | Nature | Natur | Natura | Natureza | 自然 | 자연 | 自然 | الطبيعة | प्रकृति',
  ),
  category(
    'home',
    [4, 4, 1, 3, 1],
    'Home | Hogar | Maison | Zuhause | Casa | Casa | 暮らし | 살림 | 家居 | المنزل | घर',
  ),
  category(
    'family',
    [4, 4, 2, 2, 3],
    'Family | Familia | Famille | Familie | Famiglia | Família | 家族 | 가족 | 家庭 | العائلة | परिवार',
  ),
  category(
    'art',
    [5, 2, 2, 2, 4],
    'Art & Craft | Arte y manualidades | Art et création | Kunst & Handwerk | Arte e creatività | Arte e artesanato | アート・手芸 | 예술·공예 | 艺术手作 | الفن والحِرف | कला और शिल्प',
  ),
  category(
    'books',
    [4, 5, 2, 2, 3],
    'Books | Libros | Livres | Bücher | Libri | Livros | 本 | 책 | 图书 | الكتب | किताबें',
  ),
  category(
    'pets',
    [4, 5, 2, 2, 2],
    'Pets | Mascotas | Animaux | Haustiere | Animali domestici | Animais de estimação | ペット | 반려동물 | 宠物 | الحيوانات الأليفة | पालतू जानवर',
  ),
  category(
    'gatherings',
    [4, 1, 3, 1, 6],
    'Gatherings | Encuentros | Rencontres | Treffen | Incontri | Encontros | 集まり | 모임 | 聚会 | اللقاءات | मेल-मिलाप',
  ),
]
