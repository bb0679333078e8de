/// Well-known platforms, by registrable domain, and the parts of larger companies that are platforms.
///
/// A link to Facebook, Instagram or X is a post: the path decides whether it is a video.
enum KnownHosts {
    enum Kind: Sendable {
        case video, audio
        /// Pages to read are there, too.
        case someVideo, someAudio
        case unknown
    }

    /// The type of a host's pages.
    static func kind(of host: String) -> Kind {
        // From the longest suffix to the shortest, so that a subdomain precedes its domain.
        var rest = Substring(host)
        while true {
            let name = String(rest)
            if videoSet.contains(name) { return .video }
            if audioSet.contains(name) { return .audio }
            if someVideoSet.contains(name) { return .someVideo }
            if someAudioSet.contains(name) { return .someAudio }
            guard let dot = rest.firstIndex(of: ".") else { return .unknown }
            rest = rest[rest.index(after: dot)...]
        }
    }

    private static let videoSet = Set(
        (video + " " + videoParts).split(whereSeparator: \.isWhitespace).map(String.init))
    private static let audioSet = Set(
        (audio + " " + audioParts).split(whereSeparator: \.isWhitespace).map(String.init))

    private static let someVideoSet = Set(videoAmongOthers.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let someAudioSet = Set(audioAmongOthers.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let videoParts = """
        areena.yle.fi channel9.msdn.com chzzk.naver.com fb.watch gem.cbc.ca globoplay.globo.com gyao.yahoo.co.jp \
        iview.abc.net.au media.ccc.de on.orf.at tv.apple.com tv.kakao.com tv.naver.com tv.nrk.no tvthek.orf.at \
        v.qq.com v.redd.it video.google.com video.unext.jp webtv.un.org
        """

    private static let audioParts = """
        creators.spotify.com embed.spotify.com itunes.apple.com music.163.com music.amazon.com music.apple.com \
        music.yandex.com music.yandex.ru music.youtube.com open.spotify.com play.spotify.com \
        podcasters.spotify.com podcasts.apple.com podcasts.google.com radio.nrk.no sound.orf.at y.qq.com
        """

    private static let video = """
        10play.com.au 6play.fr 7plus.com.au 9now.com.au abema.tv acfun.cn afreecatv.com altbalaji.com aparat.com \
        ardmediathek.de ardplus.de arte.tv atresplayer.com b23.tv banned.video bigo.tv bilibili.com bilibili.tv \
        binge.com.au bitchute.com blip.tv brightcove.com brightcove.net brighteon.com caffeine.tv canalplus.com \
        cloudflarestream.com confreaks.com confreaks.tv coub.com crackle.com crave.ca criterionchannel.com \
        crunchyroll.com cspan.org curiositystream.com cwtv.com dai.ly dailymotion.com destroyallsoftware.com \
        discoveryplus.com disneynow.com disneyplus.com dlive.tv douyin.com douyu.com dropout.tv ebaumsworld.com \
        egghead.io erosnow.com fandor.com filmon.com floatplane.com flowplayer.org fora.tv france.tv \
        francetvinfo.tv frontendmasters.com fubo.tv funimation.com funnyordie.com gdcvault.com hbomax.com \
        hidive.com hoichoi.tv hoopladigital.com hotstar.com hulu.com huya.com iflix.com iq.com iqiyi.com ivi.ru \
        ixigua.com jiocinema.com joyn.de jwplatform.com jwplayer.com kaltura.com kanopy.com katsomo.fi kick.com \
        kijk.nl kika.de kuaishou.com laracasts.com lbry.tv likee.video liveleak.com livestream.com loom.com \
        lynda.com m6.fr masterclass.com max.com medal.tv mediasetinfinity.it megogo.net metacafe.com mewatch.sg \
        mgtv.com miaopai.com mildom.com mitele.es molotov.tv mover.uz mubi.com mux.com mxplayer.in my5.tv \
        mycanal.fr nebula.app nebula.tv netflix.com nfb.ca nico.ms nicovideo.jp noovo.ca npostart.nl odysee.com \
        okko.tv onf.ca ooyala.com openrec.tv panopto.com panopto.eu paramountplus.com pbskids.org peacocktv.com \
        periscope.tv philo.com player.pl plays.tv plex.tv pluralsight.com plus.rtl.de pluto.tv polsatboxgo.pl \
        pptv.com premier.one primevideo.com pscp.tv pyvideo.org railscasts.com raiplay.it redbull.tv roku.com \
        rtlplus.de rumble.com rutube.ru ruutu.fi screencast.com shemaroome.com showmedo.com showroom-live.com \
        shudder.com slideslive.com sling.com snagfilms.com sonyliv.com sooplive.co.kr southparkstudios.com \
        sproutvideo.com stan.com.au start.ru stream.cz streamable.com sunnxt.com svtplay.se teamtreehouse.com \
        techtalks.tv telequebec.tv televizeseznam.cz tfo.org theplatform.com threenow.co.nz tiktok.com tou.tv \
        triller.co trovo.live tubitv.com tudou.com tv2play.no tv4play.se tv5mondeplus.com tver.jp tvigle.ru \
        tving.com tvnow.de tvplay.lv twitcasting.tv twitch.tv uktvplay.co.uk urplay.se ustream.tv utreon.com \
        vbox7.com veoh.com vevo.com viaplay.com vidble.com viddler.com videolectures.net videopress.com \
        vidio.com vidiq.com vidlii.com vids.io vidyard.com viki.com vimeo.com vimeopro.com vine.co viu.com \
        vix.com vkvideo.ru vlive.tv voot.com vtm.be vtmgo.be vzaar.com wavve.com webofstories.com wetv.vip \
        wistia.com wistia.net youku.com younow.com yout-ube.com youtu.be youtube-nocookie.com youtube.com \
        zattoo.com zee5.com
        """

    private static let audio = """
        8tracks.com acast.com anchor.fm anghami.com ardaudiothek.de art19.com audacy.com audioboo.fm \
        audioboom.com audiomack.com audius.co bandcamp.com bandlab.com blogtalkradio.com blubrry.com \
        boomplay.com buzzsprout.com captivate.fm castbox.fm castos.com clyp.it datpiff.com deezer.com devchat.tv \
        di.fm dublab.com earwolf.com fireside.fm fountain.fm freesound.org gaana.com gimletmedia.com \
        globalplayer.com goodpods.com grooveshark.com hearthis.at hypem.com idagio.com iheart.com ivoox.com \
        jamendo.com jiosaavn.com joox.com kkbox.com kugou.com kuwo.cn letscast.fm librivox.org libsyn.com \
        listennotes.com lizhi.fm maximumfun.org megaphone.fm melon.com mixcloud.com mixlr.com monstercat.com \
        mujrozhlas.cz napster.com nhaccuatui.com nts.live omny.fm overcast.fm pandora.com pca.st pinecast.co \
        pinecast.com player.fm pocketcasts.com podbay.fm podbean.com podcastaddict.com podchaser.com podigee.io \
        podimo.com podomatic.com podtail.com qingting.fm qobuz.com radio.com radio.de radio.garden radio.net \
        radiolab.org radiopublic.com raiplaysound.it redcircle.com relay.fm rhapsody.com rinse.fm rss.com \
        saavn.com se-radio.net simplecast.com simplecast.fm somafm.com soundcloud.com soundgasm.net spreaker.com \
        stitcher.com tidal.com transistor.fm traxsource.com tunein.com vocaroo.com whyp.it wnycstudios.org \
        wondery.com wynk.in ximalaya.com zingmp3.vn zvuk.com
        """

    /// Broadcasters and shows with as many articles as videos.
    private static let videoAmongOthers = """
        1tv.ru 3sat.de abc.com adultswim.com aetv.com amc.com animalplanet.com bet.com bravotv.com c-span.org \
        cartoonnetwork.com cbs.com cc.com ceskatelevize.cz channel4.com channel5.com citytv.com ctv.ca \
        discovery.com foodnetwork.com fox.com gaia.com giantbomb.com globaltv.com hbo.com hgtv.com history.com \
        itv.com la7.it mtv.com mylifetime.com nba.com nbc.com nfl.com nick.com nowness.com ntv.ru pbs.org \
        prosieben.de rtvs.sk sat1.de servustv.com sho.com starz.com syfy.com tbs.com ted.com tf1.fr tlc.com \
        tntdrama.com trutv.com tv2.dk tv2.no tv5monde.com tvo.org tvp.pl usanetwork.com vh1.com wwe.com zdf.de
        """

    /// The same for audio.
    private static let audioAmongOthers = """
        audible.com beatport.com changelog.com epidemicsound.com franceculture.fr franceinter.fr last.fm \
        polskieradio.pl radiofrance.fr reverbnation.com rozhlas.cz sverigesradio.se thisamericanlife.org
        """
}
