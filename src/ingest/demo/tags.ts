// Tags: what a topic is called, what goes with any topic, and at larger sizes the two combined.
import type { TagRecord } from '../../store/records.ts'
import { capitalise, capitaliseLabels, labelsOf } from './languages.ts'
import { topics } from './topics.ts'

/** Tags that go with any topic, most used first. */
const generalLines: readonly string[] = [
  'daily: Daily | Diario | Quotidien | Täglich | Quotidiano | Diário | 毎日 | 매일 | 每日 | يومي | रोज़ाना',
  'minimal: Minimal | Minimalista | Minimaliste | Minimalistisch | Minimalista | Minimalista | ミニマル | 미니멀 | 极简 | بسيط | सादा',
  'offline: Works offline | Sin conexión | Hors ligne | Offline | Offline | Sem internet | オフライン | 오프라인 | 离线可用 | بلا إنترنت | ऑफ़लाइन',
  'friends: With friends | Con amigos | Entre amis | Mit Freunden | Con amici | Com amigos | 友だちと | 친구와 | 和朋友 | مع الأصدقاء | दोस्तों के साथ',
  'family: For the family | En familia | En famille | Für die Familie | In famiglia | Em família | 家族で | 온 가족 | 全家 | للعائلة | परिवार के लिए',
  'streaks: Streaks | Rachas | Séries | Serien | Serie | Sequências | 連続記録 | 연속 기록 | 连续打卡 | سلاسل الإنجاز | सिलसिला',
  'beginners: For beginners | Para principiantes | Débutants | Für Einsteiger | Principianti | Para iniciantes | 初心者向け | 초보자용 | 新手 | للمبتدئين | शुरुआती',
  'reminders: Reminders | Recordatorios | Rappels | Erinnerungen | Promemoria | Lembretes | リマインダー | 알림 | 提醒 | تذكيرات | रिमाइंडर',
  'charts: Charts | Gráficos | Graphiques | Diagramme | Grafici | Gráficos | グラフ | 그래프 | 图表 | رسوم بيانية | चार्ट',
  'kids: For kids | Para niños | Enfants | Für Kinder | Bambini | Para crianças | 子ども向け | 어린이 | 儿童 | للأطفال | बच्चों के लिए',
  'relaxing: Relaxing | Relajante | Relaxant | Entspannend | Rilassante | Relaxante | リラックス | 휴식 | 放松 | مريح | सुकून',
  'timer: Timer | Temporizador | Minuteur | Timer | Timer | Cronômetro | タイマー | 타이머 | 计时器 | مؤقت | टाइमर',
  'goals: Goals | Metas | Objectifs | Ziele | Obiettivi | Metas | 目標 | 목표 | 目标 | أهداف | लक्ष्य',
  'quick: Quick | Rápido | Rapide | Schnell | Veloce | Rápido | すぐできる | 빠르게 | 快速 | سريع | झटपट',
  'journal: Journal | Bitácora | Journal | Journal | Giornale personale | Registro pessoal | 記録帳 | 기록장 | 手账 | مفكرة | दैनंदिनी',
  'checklist: Checklist | Lista | Liste à cocher | Checkliste | Lista di controllo | Lista | チェックリスト | 체크리스트 | 清单 | قائمة | जाँच सूची',
  'weekly: Weekly | Semanal | Hebdomadaire | Wöchentlich | Settimanale | Semanal | 毎週 | 매주 | 每周 | أسبوعي | साप्ताहिक',
  'multiplayer: Multiplayer | Multijugador | Multijoueur | Mehrspieler | Multigiocatore | Multijogador | マルチプレイ | 멀티플레이 | 多人 | متعدد اللاعبين | कई खिलाड़ी',
  'students: For students | Estudiantes | Étudiants | Für Studierende | Studenti | Estudantes | 学生 | 학생 | 学生 | للطلاب | छात्र',
  'dark-mode: Dark mode | Modo oscuro | Mode sombre | Dunkelmodus | Tema scuro | Modo escuro | ダークモード | 다크 모드 | 深色模式 | الوضع الداكن | डार्क मोड',
  'retro: Retro | Retro | Rétro | Retro | Retrò | Retrô | レトロ | 레트로 | 复古 | كلاسيكي | रेट्रो',
  'educational: Educational | Educativo | Éducatif | Lehrreich | Educativo | Educativo | 学べる | 교육 | 寓教于乐 | تعليمي | शिक्षाप्रद',
  'weekend: Weekend | Fin de semana | Week-end | Wochenende | Fine settimana | Fim de semana | 週末 | 주말 | 周末 | عطلة الأسبوع | सप्ताहांत',
  'one-handed: One-handed | Con una mano | À une main | Einhändig | Con una mano | Com uma mão | 片手 | 한 손 | 单手操作 | بيد واحدة | एक हाथ से',
  'two-player: Two players | Dos jugadores | Deux joueurs | Zu zweit | Due giocatori | Dois jogadores | 二人用 | 2인용 | 双人 | لاعبان | दो खिलाड़ी',
  'calendar: Calendar | Calendario | Calendrier | Kalender | Calendario | Calendário | カレンダー | 달력 | 日历 | تقويم | कैलेंडर',
  'map: Map | Mapa | Carte | Karte | Mappa | Mapa | 地図 | 지도 | 地图 | خريطة | नक्शा',
  'photos: Photos | Fotos | Photos | Fotos | Foto | Fotos | 写真つき | 사진 첨부 | 照片 | صور | तस्वीरें',
  'hand-drawn: Hand-drawn | Dibujado a mano | Dessiné à la main | Handgezeichnet | Disegnato a mano | Desenhado à mão | 手描き | 손그림 | 手绘 | مرسوم باليد | हाथ से बना',
  'colorful: Colorful | Colorido | Coloré | Bunt | Colorato | Colorido | カラフル | 알록달록 | 缤纷 | ملون | रंगीन',
  'privacy: Private by design | Privacidad | Vie privée | Datensparsam | Privacy | Privacidade | プライバシー | 개인정보 보호 | 隐私 | خصوصية | निजता',
  'sound: Sound | Sonido | Son | Ton | Suono | Som | サウンド | 소리 | 声音 | صوت | ध्वनि',
  'pixel-art: Pixel art | Pixel art | Pixel art | Pixelkunst | Pixel art | Pixel art | ドット絵 | 도트 그래픽 | 像素画 | فن البكسل | पिक्सेल कला',
  'solo: Solo | En solitario | Solo | Allein | In solitaria | Solo | ひとりで | 혼자 | 单人 | فردي | अकेले',
  'couples: For couples | Para parejas | En couple | Für Paare | Per coppie | Para casais | カップル | 커플 | 情侣 | للأزواج | जोड़ों के लिए',
  'teachers: For teachers | Docentes | Enseignants | Für Lehrkräfte | Insegnanti | Professores | 先生向け | 선생님 | 教师 | للمعلمين | शिक्षक',
  'accessibility: Accessible | Accesible | Accessible | Barrierefrei | Accessibile | Acessível | アクセシブル | 접근성 | 无障碍 | سهل الوصول | सुलभ',
  'seniors: For seniors | Mayores | Seniors | Für Ältere | Per anziani | Para idosos | シニア向け | 어르신 | 长辈 | لكبار السن | बुज़ुर्गों के लिए',
  'voice: Voice | Voz | Voix | Sprache | Voce | Voz | 音声入力 | 음성 | 语音 | بالصوت | आवाज़',
  'seasonal: Seasonal | De temporada | De saison | Saisonal | Di stagione | Sazonal | 季節 | 계절 | 时令 | موسمي | मौसमी',
  'summer: Summer | Verano | Été | Sommer | Estate | Verão | 夏 | 여름 | 夏天 | الصيف | गर्मी',
  'winter: Winter | Invierno | Hiver | Winter | Inverno | Inverno | 冬 | 겨울 | 冬天 | الشتاء | सर्दी',
  'animation: Animated | Animado | Animé | Animiert | Animato | Animado | アニメーション | 애니메이션 | 动画 | متحرك | एनिमेशन',
  'holidays: Holidays | Fiestas | Fêtes | Feiertage | Festività | Festas | 祝日 | 명절 | 节日 | الأعياد | त्योहार',
  'experimental: Experimental | Experimental | Expérimental | Experimentell | Sperimentale | Experimental | 実験的 | 실험적 | 实验性 | تجريبي | प्रयोगात्मक',
]

/** Tags of the most popular topics, for those that are used as often as the general ones. */
const topicalLines: readonly string[] = [
  'wellbeing: Wellbeing | Bienestar | Bien-être | Wohlbefinden | Benessere | Bem-estar | 心身の健康 | 웰빙 | 身心健康 | العافية | सेहत',
  'water: Water | Agua | Eau | Wasser | Acqua | Água | 水 | 물 | 水 | الماء | जल',
  'bedtime: Bedtime | Hora de dormir | Coucher | Schlafenszeit | Ora di dormire | Hora de dormir | 就寝 | 취침 | 就寝 | وقت النوم | सोने का समय',
  'dreams: Dreams | Sueños | Rêves | Träume | Sogni | Sonhos | 夢 | 꿈 | 梦 | الأحلام | सपने',
  'jogging: Jogging | Trote | Jogging | Joggen | Jogging | Trote | ジョギング | 조깅 | 慢跑 | الهرولة | जॉगिंग',
  'walking: Walking | Caminar | Marche | Spazieren | Camminare | Caminhada | ウォーキング | 걷기 | 步行 | المشي | पैदल चलना',
  'spending: Spending | Gastos | Dépenses | Ausgaben | Spese | Gastos | 支出 | 지출 | 支出 | الإنفاق | ख़र्च',
  'calm: Calm | Calma | Calme | Ruhe | Calma | Calma | 落ち着き | 차분함 | 平静 | هدوء | शांति',
  'baking: Baking | Repostería | Pâtisserie | Backen | Dolci da forno | Confeitaria | お菓子作り | 베이킹 | 烘焙 | الخَبز | बेकिंग',
  'bread: Bread | Pan | Pain | Brot | Pane | Pão | パン | 빵 | 面包 | الخبز | ब्रेड',
  'espresso: Espresso | Espresso | Espresso | Espresso | Espresso | Espresso | エスプレッソ | 에스프레소 | 浓缩咖啡 | إسبريسو | एस्प्रेसो',
  'intervals: Intervals | Intervalos | Fractionné | Intervalle | Intervalli | Intervalos | インターバル | 인터벌 | 间歇训练 | تمرين متقطع | अंतराल',
  'plants: Plants | Plantas | Plantes | Pflanzen | Piante | Plantas | 植物 | 식물 | 植物 | النباتات | पौधे',
]

/** Said of a topic, these make the long tail: `beginner-yoga`, `rainy-day-chess`. Most used first. */
const modifiers: readonly string[] =
  `beginner weekend pocket office evening budget campus mindful travel-size rainy-day speed lazy summer nordic urban
  backyard midnight advanced silent vintage`.split(/\s+/)

function labelledTag(line: string): TagRecord {
  const [key, labels] = line.split(': ', 2) as [string, string]
  return { type: 'tag', key, labels: labelsOf(labels) }
}

const generalTags = generalLines.map(labelledTag)
const topicalTags = topicalLines.map(labelledTag)

export const generalTagKeys: readonly string[] = generalTags.map(tag => tag.key)

/** How many modifiers are in use: a community of a few thousand has not yet grown the long tail of a large one. */
export function modifiersFor(creations: number): readonly string[] {
  return modifiers.slice(0, Math.min(modifiers.length, 2 + Math.ceil(creations / 4000)))
}

/** The share of creations with a compound tag; the more of these tags there are, the more they are used. */
export function compoundShare(creations: number): number {
  return 0.03 + 0.2 * (modifiersFor(creations).length / modifiers.length)
}

function englishTag(key: string): TagRecord {
  return { type: 'tag', key, labels: { en: capitalise(key.replaceAll('-', ' ')) } }
}

/** Every tag a community of this size can use, each once. */
export function* tagRecords(creations: number): Generator<TagRecord> {
  const seen = new Set<string>()
  const fresh = (tag: TagRecord) => !seen.has(tag.key) && seen.add(tag.key)
  const topicTags = topics.map(
    (topic): TagRecord => ({ type: 'tag', key: topic.key, labels: capitaliseLabels(topic.names) }),
  )
  const further = topics.flatMap(topic => topic.tags.map(englishTag))
  const compound = modifiersFor(creations).flatMap(modifier =>
    topics.map(topic => englishTag(`${modifier}-${topic.key}`)),
  )
  for (const tag of [...generalTags, ...topicTags, ...topicalTags, ...further, ...compound]) if (fresh(tag)) yield tag
}
