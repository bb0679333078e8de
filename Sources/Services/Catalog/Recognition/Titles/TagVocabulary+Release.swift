internal import CatalogFormats

extension TagVocabulary {
    /// Sizes, codecs, origins and other descriptions of a link.
    static func addRelease(_ add: (String, TitleTag.Meaning, TitleTag.Places) -> Void) {
        let anywhere = TitleTag.Places.all
        func size(_ phrases: String, _ height: Int, _ name: String) {
            add(phrases, .quality(StreamQuality(height: height, name: name)), anywhere)
        }
        size("8K,8K+,4320p", 4320, "8K")
        size(
            "4K,4K+,UHD,Ultra HD,Ultra HDR,2160p,2160Rip,2160pRip,4K UHD,UHD 4K,3840p,4K RAW,UHD RAW,超高清,4K超高清", 2160,
            "4K")
        size("UHD 50,UHD50", 2160, "4K")
        size("QHD,1440p", 1440, "1440p")
        size("FHD,FHD 50,FHD50,Full HD,FullHD,1080p,1080i,1080Rip,1080pRip,超清,FHD RAW", 1080, "1080p")
        size("HD,HD 50,HD 25,HD50,HD25,720p,720i,720Rip,720pRip,高清,HD RAW", 720, "HD")
        size("576p,576i", 576, "576p")
        size("SD,480p,480i,480Rip,480pRip,标清", 480, "SD")
        size("LQ,360p", 360, "LQ")
        add("HEVC,H265,H 265,X265", .codec("HEVC"), anywhere)
        add("H264,H 264,X264,AVC", .codec("H.264"), anywhere)
        add("AV1", .codec("AV1"), [.bracket, .release])
        add("XviD,DivX,MPEG2,MPEG 2,MPEG4,VP9", .codec("other"), [.bracket, .release])
        add("HDR,HDR10,HDR10+", .dynamicRange("HDR"), anywhere)
        add("SDR", .noise, anywhere)
        add("Dolby Vision,DoVi,DV", .dynamicRange("Dolby Vision"), [.bracket, .release])
        add("50fps,50 fps", .framesPerSecond(50), anywhere)
        add("60fps,60 fps", .framesPerSecond(60), anywhere)
        add("25fps,25 fps", .framesPerSecond(25), anywhere)
        add("30fps,30 fps", .framesPerSecond(30), anywhere)
        let release: TitleTag.Places = [.bracket, .release]
        add("BluRay,Blu-Ray,BDRip,BRRip,BDRemux,BD", .origin("BluRay"), release)
        add("WEB-DL,WEBDL,WEBRip,WEB Rip,WEB", .origin("WEB"), release)
        add("DVDRip,DVD,DVD Rip,DVDScr,DVD5,DVD9,R5", .origin("DVD"), release)
        add("HDTV,HDTVRip,TVRip,PDTV,SATRip,DVB", .origin("TV"), release)
        add("HDRip,Rip,Remux,UHDRip,HDLight,4KLight", .origin("Rip"), release)
        add("CAM,HDCAM,CAMRip,TS,HDTS,TeleSync,TC,HDTC,Workprint", .origin(TitleTags.screen), release)
        add(
            "Dolby,Dolby Digital,Dolby Audio,Dolby Atmos,AAC,AAC2,AC3,EAC3,DD,DDP,DDP5,DD5,DTS,DTSHD,DTS HD,DTS HD MA,TrueHD,Atmos,FLAC,MP3,Opus,5.1,7.1,2.0,2ch,6ch,8bit,10bit,"
                + "10 bit,Hi10P,Proper,Repack,Rerip,Internal,Complete,Retail,Hybrid,MKV,MP4,AVI,NTSC,PAL,DL,ML,Read NFO,iNT,"
                + "IMDb,TMDB,Full Movie,Full Film",
            .noise, release)
        addVersions(add)
        addSites(add)
        let flag: TitleTag.Places = [.bracket, .suffix, .segment]
        add(
            "Backup,Back Up,Bkup,BKP,Reserve,Mirror,Alt,Alternative,Alternate,Alternativa,Alternativo,Reserva,Ersatz",
            .backup,
            [.bracket, .segment])
        add("Backup,Bkup,BKP,Yedek", .backup, flag)
        add("Geo-blocked,Geoblocked,Geo,Geo Blocked,Geo-restricted", .geoBlocked, [.bracket])
        add("Not 24/7,Not 24x7", .notAlways, [.bracket])
        add(
            "Offline,Timeout,Error,Test,Low,High,Best,New,VIP,Raw,HQ,Fast,Free,Auto,Adaptive,Original,Orig,Source,M3U8,HLS,MPD,DASH",
            .noise, [.bracket])
        add("Full", .noise, [.bracket])
        add("Tập Full", .noise, [.segment])
        add("Vietsub,Thuyết Minh", .subtitled, [.bracket, .segment])
        add("Lồng Tiếng", .dubbed, [.bracket, .segment])
        // Russian lists write it behind the size of an original release.
        add("orig", .noise, [.suffix])
        add("64k,96k,128k,160k,192k,256k,320k,128kbps,192kbps,320kbps", .noise, [.bracket, .suffix])
        add("18+,+18", .noise, [.bracket])
        add("EDTV,SDTV,UHDTV,LDTV", .noise, [.bracket, .release])
        add("DAB,DAB+,FM,DAB Radio", .radio, [.bracket])
        add("HQ,Low Bitrate,High Bitrate,Low Quality,High Quality", .noise, anywhere)
        add("PREM,PREMIUM", .noise, [.prefix, .bracket])
        add("VOD", .noise, [.prefix])
        add("VIP,EX-YU,EXYU,SCAN,NORDIC,BALKAN,AFR,CAR,ASIA,LATAM,INT,WORLD,XXL", .noise, [.prefix, .bracket])
        add("LAT,LATINO,LATINOS", .language("es"), [.prefix])
        add("LAT", .language("es"), [.bracket, .release])
        add("EX-YU,EXYU,EX YU", .noise, [.suffix])
    }

    /// What sites of films write behind a title, also where no year and no brackets set it apart.
    private static func addSites(_ add: (String, TitleTag.Meaning, TitleTag.Places) -> Void) {
        add("พากย์ไทย", .dubbed, [.release, .segment])
        add("ซับไทย", .subtitled, [.release, .segment])
        add(
            "Dublado,Dublada,Doblado,Doblada,Dubbed,VF,TrueFrench,Dublaj,Türkçe Dublaj,Lektor PL,Dubbing PL", .dubbed,
            [.segment])
        add(
            "Legendado,Legendada,Subtitulado,Subtitulada,VOSTFR,VOSE,Altyazılı,Türkçe Altyazılı", .subtitled, [.segment]
        )
        add(
            "Audio Latino,Español Latino,Dual Latino,Audio Castellano,Audio Español", .language("es"),
            [.bracket, .release, .segment])
        add("Sub Español,Subtítulos Español", .subtitled, [.bracket, .release, .segment])
        // What titles of films on sites of films end in.
        add(
            "Película Completa,Full Movie,Full Film,Film Complet,Filme Completo,Filme Completo Dublado,Tek Parça,"
                + "Cały Film,Cały Film PL,Ganzer Film,Film Completo,Film Intero,Полный фильм,Celý Film",
            .noise,
            [.bracket, .segment, .suffix])
        add("izle,Full izle,HD izle,Tek Parça izle", .noise, [.suffix])
    }

    /// Which version of a film a link is: dubbed, subtitled, a cut of its own.
    private static func addVersions(_ add: (String, TitleTag.Meaning, TitleTag.Places) -> Void) {
        let release: TitleTag.Places = [.bracket, .release]
        add(
            "Dual Audio,Dual,Dual+,Multi,Multi Audio,Multi Sub,Multi Subs,MultiSub,Multi Subtitle,Multiple Subtitle,"
                + "Multiple Subtitles,MULTi,Multilang,Multi Language,Multi Languages,Multi Langues,Multilangue,Multilangues,Multilanguage,Dual Áudio,Dual Audio",
            .manyLanguages, [.prefix, .bracket, .release])
        add(
            "Dub,Dubbed,Doblado,Dublado,Dubbing,Doppiato,Synchro,VF,VFF,VFQ,TrueFrench,Latino,Lektor,"
                + "Lektor PL,Dubbing PL,Dublaj,Türkçe Dublaj,Dabing,Szinkron,Szinkronos,Doblada,Dublada,Dublat,Дубляж,"
                + "Многоголосый,مدبلج,مدبلجة",
            .dubbed, release)
        add(
            "Sub,Subs,Subbed,Subtitled,Subtitulado,Legendado,VOSTFR,VOST,VOSE,VOSTENG,VOSTEN,VOSTA,VOSTF,VOSTIT,VOSTES,VOSTDE,VO,OmU,OV,ESub,ESubs,MSub,MSubs,HC,Napisy,"
                + "Napisy PL,Altyazı,Altyazılı,Türkçe Altyazı,Türkçe Altyazılı,Titulky,Felirat,Feliratos,Subtitulada,"
                + "Legendada,Untertitel,Субтитры,مترجم,مترجمة,字幕,中字,中文字幕",
            .subtitled, release)
        add("NL Gesproken,Nederlands Gesproken,Vlaams Gesproken,Gesproken", .dubbed, release)
        add("NL Ondertiteld,Ondertiteld", .subtitled, release)
        add("Sub Indo,Indo Sub", .subtitled, release)
        add("Yerli,Yerli Film", .noise, release)
        // In Brazil's lists; elsewhere letters or a word like any other.
        add("L,LEG", .subtitled, [.bracket])
        add("D", .dubbed, [.bracket])
        add("Extended,Extended Cut,Extended Edition", .edition("Extended"), release)
        add("Extended Cut,Extended Edition", .edition("Extended"), [.segment])
        add("Director's Cut,Directors Cut,DC", .edition("Director's Cut"), release)
        add("Director's Cut,Directors Cut", .edition("Director's Cut"), [.segment])
        add("Расширенная версия", .edition("Extended"), [.bracket, .release, .segment])
        add("Режиссёрская версия,Режиссерская версия", .edition("Director's Cut"), [.bracket, .release, .segment])
        add("Remastered,4K Remastered,Restored", .edition("Remastered"), release)
        add("Uncut,Unrated,Uncensored", .edition("Uncut"), release)
        add("Theatrical,Theatrical Cut", .edition("Theatrical"), release)
        add("IMAX,IMAX Enhanced", .edition("IMAX"), release)
        add(
            "Special Edition,Final Cut,Ultimate Edition,Anniversary Edition,Collector's Edition",
            .edition("Special Edition"), release)
        add("3D,HSBS,Half SBS,SBS,HOU", .edition("3D"), release)
        add("Black and White,B&W", .edition("Black and White"), release)
    }

    /// Panels' prefixes that sort names: radio stations, adult channels, Latin America, sports, regions, former
    /// Yugoslavia. Words too, so only in capitals.
    static func addSections(_ add: (String, TitleTag.Meaning, TitleTag.Places) -> Void) {
        add("RA,XX,XXX,LA,SP,REG,EX,NEW", .noise, [.prefix])
        add("SUB,SUBS", .subtitled, [.prefix])
        // Flanders.
        add("VL,BE-VL", .country("BE", language: "nl"), [.prefix])
    }

    /// Services whose name is a prefix or suffix of a title.
    static func addProviders(_ add: (String, TitleTag.Meaning, TitleTag.Places) -> Void) {
        let places: TitleTag.Places = [.prefix, .bracket, .segment]
        func provider(_ phrases: String, _ name: String) { add(phrases, .provider(name), places) }
        provider("Netflix,NF", "Netflix")
        provider("Prime Video,Amazon Prime,Amazon Prime Video,AMZN,AMZ,Amazon", "Prime Video")
        provider("Disney+,Disney Plus,D+,DSNP,DNSP", "Disney+")
        provider("Apple TV+,Apple TV Plus,Apple+,ATV+,ATVP,A+", "Apple TV+")
        provider("HBO Max,HMAX", "Max")
        provider("Paramount+,Paramount Plus,P+,PMTP", "Paramount+")
        provider("Hulu", "Hulu")
        provider("Peacock,PCOK", "Peacock")
        provider("Discovery+,Discovery Plus", "Discovery+")
        provider("Crunchyroll", "Crunchyroll")
        provider("Viaplay", "Viaplay")
        provider("SkyShowtime", "SkyShowtime")
        provider("Pluto TV,PlutoTV,Pluto", "Pluto TV")
        provider("Rakuten TV,Rakuten", "Rakuten TV")
        provider("Samsung TV Plus,Samsung TV+", "Samsung TV Plus")
        provider("Plex,Plex TV", "Plex")
        provider("Tubi,Tubi TV", "Tubi")
        provider("Roku,The Roku Channel", "Roku")
        provider("Xumo,Xumo Play", "Xumo")
        provider("LG Channels", "LG Channels")
    }
}
