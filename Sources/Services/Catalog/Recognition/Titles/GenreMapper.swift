internal import CatalogFormats
package import TextFolding

/// Finds genres in group names and guide categories, in the usual languages: "VOD | Krimi & Thriller" is Crime and
/// Thriller.
///
/// Unknown words (sports, shopping, countries) have no genre and stay searchable as they are.
package enum GenreMapper {
    /// The genres in a group or category, by id, without duplicates.
    package static func genres(in text: String) -> [Genre] {
        genres(in: FoldedText(text))
    }

    package static func genres(in text: FoldedText) -> [Genre] {
        var found: Set<Genre> = []
        var index = 0
        while index < text.words.count {
            var length = min(maximumPhraseWords, text.words.count - index)
            while length > 0 {
                if let genres = vocabulary[text.hash(of: index..<(index + length))] {
                    found.formUnion(genres)
                    break
                }
                length -= 1
            }
            index += max(1, length)
        }
        return found.sorted()
    }

    /// The genres of the longest phrase at a word, and its length in words; nil when none matches.
    package static func phrase(at index: Int, in text: FoldedText) -> (genres: [Genre], length: Int)? {
        for length in stride(from: min(maximumPhraseWords, text.words.count - index), to: 0, by: -1) {
            if let genres = vocabulary[text.hash(of: index..<(index + length))] { return (genres, length) }
        }
        return nil
    }

    private static let maximumPhraseWords = 4

    /// Words and phrases, folded and hashed. A phrase with no genre keeps its words from being read one by one.
    private static let vocabulary: [UInt64: [Genre]] = {
        var table: [UInt64: [Genre]] = [:]
        func add(_ phrases: String, _ genres: Genre...) {
            for phrase in phrases.split(separator: ",") { table[WordHash.of(String(phrase))] = genres }
        }
        add(
            "action,acción,accion,azione,ação,actie,aksiyon,akcja,боевик,боевики,akce,akció,acţiune,toiminta,أكشن,动作,martial arts",
            .action)
        add(
            "adventure,adventures,abenteuer,aventure,aventures,aventura,aventuras,avventura,avontuur,macera,przygodowy,przygodowe,приключения,مغامرة,kaland,äventyr,eventyr,seikkailu",
            .adventure)
        add("action adventure,action and adventure,action & adventure", .actionAdventure)
        add(
            "animation,animated,anime,cartoon,cartoons,zeichentrick,animación,animazione,animação,animatie,animasyon,animacja,animowany,мультфильм,мультфильмы,аниме,dessin animé,dessins animés,trickfilm,kreslené,rajzfilm,tecknat,animerat,çizgi film,anime & gaming",
            .animation)
        add(
            "comedy,comedies,komödie,komödien,comédie,comédies,comedia,comedias,commedia,commedie,comédia,komedie,komedi,komedia,комедия,комедии,كوميديا,sitcom,sitcoms,stand up,standup,humor,humour,vígjáték,喜剧",
            .comedy)
        add("romcom,romantic comedy,romantische komödie,comédie romantique", .comedy, .romance)
        add(
            "crime,true crime,krimi,krimis,kriminalfilm,policier,policíaca,policiaco,poliziesco,misdaad,suç,kryminał,kryminalny,криминал,krimiserie,crime drama,policial,gangster,detektivka",
            .crime)
        add(
            "documentary,documentaries,doku,dokus,dokumentation,dokumentationen,dokumentarfilm,documentaire,documentaires,documental,documentales,documentario,documentari,documentário,documentários,belgesel,dokument,dokumentalny,документальный,документальные,وثائقي,dokumentumfilm,dokumentär,dokumentar,docs,docu,nature,science,wissen,reportage,reportagen,nature & science,science & nature,纪录片,wildlife",
            .documentary)
        add("drama,dramas,drame,drammatico,dramat,драма,دراما,dráma,dramma,剧情,melodrama,kdrama,k-drama", .drama)
        add(
            "family,familie,familien,famille,familia,famiglia,família,aile,familijny,семейный,семейные,عائلي,családi,familj,perhe,rodinný",
            .family)
        add("fantasy,fantastique,fantasía,fantastico,fantasia,fantastik,фэнтези,fantastyka", .fantasy)
        add(
            "history,historical,historisch,geschichte,histoire,historique,historia,histórico,storia,storico,história,geschiedenis,tarih,historyczny,история,исторический,تاريخ,történelmi",
            .history)
        add("horror,horreur,terror,orrore,korku,ужасы,رعب,kauhu,skräck,hrôza,恐怖,halloween", .horror)
        add(
            "music,musik,musique,música,musica,muziek,müzik,muzyka,музыка,موسيقى,zene,musiikki,concert,concerts,konzert,musical,musicals,karaoke,music videos,音乐",
            .music)
        add("mystery,mysteries,mysterie,mystère,misterio,mistero,mistério,gizem,tajemnica,детектив,детективы", .mystery)
        add(
            "romance,romantic,romantik,romantisch,liebe,liebesfilm,romántica,romantico,romantiek,romantizm,aşk,romans,мелодрама,мелодрамы,رومانسي,romantikus,爱情",
            .romance)
        add(
            "sci fi,science fiction,scifi,sf,syfy,ciencia ficción,fantascienza,ficção científica,bilim kurgu,фантастика,خيال علمي,sciencefiction,科幻",
            .scienceFiction)
        add(
            "sci fi fantasy,sci fi & fantasy,science fiction & fantasy,sci fi supernatural,sci fi & supernatural",
            .scienceFictionFantasy)
        add("thriller,thrillers,suspense,suspenso,gerilim,триллер,إثارة,spannung,psychothriller,惊悚", .thriller)
        add(
            "war,krieg,kriegsfilm,guerre,guerra,oorlog,savaş,wojenny,военный,военные,حرب,háborús,militär,military", .war
        )
        add("war politics,war & politics", .warPolitics)
        add("western,westerns,vestern,вестерн", .western)
        add("country and western,country western,country & western", .music)
        // In names of regions it is no genre, nor in those of railways and unions.
        for place in [
            "sahara", "asia", "europe", "european", "africa", "australia", "australian", "balkans", "balkan", "samoa",
            "cape",
            "ukraine", "canada", "germany", "china", "india", "isles", "islands", "union", "conference", "province",
            "region",
            "hemisphere", "sydney", "java", "visayas", "mindanao", "desa", "new york", "massachusetts", "michigan",
            "pennsylvania", "washington", "north carolina", "countries", "world", "front", "power", "area", "district",
            "bulldogs",
        ] {
            add("western \(place)")
        }
        add("great western,north western,south western,mid western,far western australia")
        add("tv movie,tv movies,tv film,fernsehfilm,téléfilm", .tvMovie)
        add(
            "kids,kid,children,childrens,kinder,kindersendung,kinderfilm,enfants,jeunesse,infantil,niños,bambini,ragazzi,crianças,çocuk,dzieci,детский,детские,детям,أطفال,gyerek,barn,børn,lapset,deti,děti,kinderen,jeugd,junior,preschool,cartoons & kids",
            .kids)
        add(
            "news,nachrichten,noticias,notizie,notícias,nieuws,haber,haberler,wiadomości,новости,أخبار,hírek,nyheter,nyheder,uutiset,info,informations,actualités,journal,zprávy,weather,wetter,local news,business news,news & opinion,新闻,newsmagazine,current affairs",
            .news)
        add(
            "reality,reality tv,realityshow,docusoap,reality competition,competition reality,game shows,game show,gameshow,quiz,show,shows,unterhaltung",
            .reality)
        add("talk,talk show,talkshow,talkshows,talk shows,interview,interviews", .talk)
        add("soap,soaps,soap opera,telenovela,telenovelas,novela,novelas,daily soap,pembe dizi", .soap)
        add("tv shows,tv show,tv series,star wars,history channel,food show")
        return table
    }()
}
