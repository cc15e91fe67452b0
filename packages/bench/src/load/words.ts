import type { Random } from '../random-source';

/** Words and marks of a text. */
export type Vocabulary = readonly [string, ...string[]];

export const ENGLISH = (
  'the of and to in is that for with as on be this by are from or an it was at which can not have has their more one ' +
  'all will its about when if there been into other than some would them these only time also may over such most two ' +
  'model question answer document customer order refund invoice shipping address account summary policy contract ' +
  'search result context retrieve embedding token temperature response system message assistant tool function call ' +
  'weather Berlin tomorrow temperature degrees rain probability percent database query index table latency error ' +
  'retry timeout deploy service region replica failed succeeded because however therefore please explain compare ' +
  'translate rewrite shorten paragraph sentence source citation reference chapter section version release note'
).split(' ') as [string, ...string[]];

/** Words with characters of two, three and four bytes. */
export const WORLD = (
  'счёт заказ возврат доставка пожалуйста объясните почему ответ вопрос документ клиент адрес сегодня завтра ' +
  '订单 退款 发票 请 解释 为什么 客户 地址 模型 回答 问题 今天 明天 天气 数据库 查询 错误 重试 超时 服务 ' +
  '注文 返金 請求書 説明 してください 顧客 住所 質問 答え 今日 明日 天気 주문 환불 고객 주소 질문 대답 오늘 내일 ' +
  'παραγγελία επιστροφή πελάτης διεύθυνση ερώτηση απάντηση طلب فاتورة عميل عنوان سؤال جواب اليوم غدا ' +
  'आदेश चालान ग्राहक पता प्रश्न उत्तर आज कल 🙂 🚀 ✅ 🧾 📦'
).split(' ') as [string, ...string[]];

/** Makes prose of exactly this many bytes of UTF-8, about as compressible as human text. Without quotes. */
export function prose(random: Random, bytes: number, words: Vocabulary = ENGLISH): string {
  const pieces: string[] = [];
  for (let size = 0; size < bytes;) {
    const end = random.below(12) === 0 ? '. ' : random.below(15) === 0 ? ', ' : ' ';
    const piece = random.pick(words) + end;
    pieces.push(piece);
    size += Buffer.byteLength(piece);
  }
  const encoded = Buffer.from(pieces.join(''));
  let end = bytes;
  // Never cuts a character: its bytes after the first have the form 10xxxxxx.
  while (((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return encoded.toString('utf8', 0, end) + '.'.repeat(bytes - end);
}
