internal import CatalogFormats
internal import TextFolding

extension AdultDetector {
    private static func vocabulary(_ phrases: String...) -> AdultVocabulary {
        AdultVocabulary(phrases.flatMap { $0.split(separator: ",").map(String.init) })
    }

    private static func hashes(_ phrases: String...) -> Set<UInt64> {
        Set(phrases.flatMap { $0.split(separator: ",") }.map { WordHash.of(String($0)) })
    }

    /// Words and names that occur in titles of pornography only.
    static let strong = vocabulary(
        "xxx,xxxx,porn,porno,pornos,porns,pornstar,pornstars,pornhub,pornô,порно,порнo,πορνο,hardcore porn,x-rated,xrated,hentai,milf,milfs,"
            + "creampie,gangbang,gang bang,blowjob,blowjobs,deepthroat,cumshot,cumshots,bukkake,threesome porn,shemale,shemales,"
            + "fuck tv,fucking,fucked,big tits,big ass,adultiptv,adulttv,adult tv,redtraffic,red traffic,teen sex,anal sex,anal,pussy,handjob,femdom,bdsm porn",
        "brazzers,bangbros,bang bros,naughty america,reality kings,evil angel,digital playground,blacked,vixen tv,tushy,xhamster,xvideos,"
            + "redtube,youporn,onlyfans,playboy tv,playboy hd,playboy channel,playboy plus,penthouse tv,penthouse hd,penthouse gold,"
            + "penthouse quickies,penthouse passion,hustler tv,hustler hd,hustler channel,blue hustler,private tv,private spice,dorcel,dorcel tv,"
            + "dorcel xxx,marc dorcel,vivid tv,vivid red,redlight hd,redlight tv,red light tv,eroxxx,erox,eroxxx hd,extasy tv,sct hd,"
            + "leo gold,passion xxx,sextreme,sexto senso,super one hd,pink o tv,pinko tv,pink erotic,jasmin tv,visit x,visit x tv,"
            + "babes tv,babestation,centoxcento,brazzers tv,french lover,hot pleasure,miami tv xxx,satisfaction hd,exotica tv,nuart tv",
        "adults only,for adults only,nur für erwachsene,pour adultes,solo para adultos,solo adulti,para adultos,for adults,per adulti,"
            + "для взрослых,только для взрослых,للكبار فقط,dla dorosłych,yetişkinler için,za odrasle,pentru adulti,felnőtteknek"
    )

    /// Words that ordinary titles have, too: they count in groups and as names of channels.
    static let weak = vocabulary(
        "adult,adults,adulte,adultes,adulto,adultos,adulti,adulta,erwachsene,erwachsenen,volwassenen,vuxen,vuxna,voksen,aikuiset,"
            + "dorosłych,yetişkin,взрослые,взрослых,взрослым,взрослое,للكبار,ενήλικες,ενηλίκων,felnőtt,odrasle,odrasli,të rritur,възрастни",
        "erotic,erotica,erotics,erotik,erotika,erotico,erotica tv,erótico,erótica,eroticos,érotique,érotiques,эротика,эротический,эротические,erotyka,erotyczne,"
            + "sex,sexo,sexe,sesso,seks,sexy,секс,سكس,σεξ,szex,lust,nude,nudes,naked tv,fetish,lesbian sex,striptease,camgirls,"
            + "nsfw,uncensored girls,x x x,playboy,jav,r18")

    /// For scripts without spaces between words, and long compounds.
    static let substrings = ["成人", "アダルト", "성인", "情色", "色情", "エロ"]

    /// Names in which such a word is harmless.
    static let falseFriends = hashes(
        "adult swim,young adult,young adults,adult animation,adult contemporary,adult hits,pop adult,stingray pop adult,adult education,"
            + "adult learning,adult alternative,adult cartoons,adult beginners,adult world,adult rock,adult comedy,adult only music",
        "sex and the city,sex in the city,sex education,sex lives of college girls,masters of sex,sex rehab,sex lies and videotape,sexy beast,"
            + "sex drive,sex explained,sex life,sex box,sex pistols,good sex,sex sent me,the opposite sex,opposite sex,fair sex,same sex,"
            + "food porn,make a porno,milf manor,super bowl xxx,superbowl xxx,wrestlemania xxx,wrestle mania xxx,bowl xxx,ufc xxx,olympiad xxx,"
            + "naked and afraid,naked gun,the naked,hot ones,pussy riot,pussy cat,pussy galore,anal fissure,lust caution,lust for life,"
            + "striptease 1996,nude tuesday,pussy in boots,fucking amal,18 plus 1")
}

/// Words and phrases, each with its number of words: "por Nós" is not "pornós", although both have the same letters.
struct AdultVocabulary: Sendable {
    private var lengths: [UInt64: Set<Int>] = [:]

    init(_ phrases: [String]) {
        for phrase in phrases { lengths[WordHash.of(phrase), default: []].insert(FoldedText(phrase).words.count) }
    }

    /// Whether so many words with this joint hash are one of them. A single word may be a phrase: "gangbang".
    func contains(_ hash: UInt64, words: Int) -> Bool {
        guard let known = lengths[hash] else { return false }
        return words == 1 || known.contains(words)
    }
}
