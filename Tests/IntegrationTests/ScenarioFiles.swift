import Foundation
import RPC

/// What the services are asked to take in.
enum ScenarioFiles {
    /// A time in the guide: so late that it is never the past.
    static let evening = Date(timeIntervalSince1970: 4_102_511_400)

    static let playlist = """
        #EXTM3U
        #EXTINF:-1 tvg-id="beacon.example" tvg-chno="1" catchup="shift" catchup-days="7" group-title="News",Beacon News HD
        http://streams.example/live/beacon/hd.m3u8
        #EXTINF:-1 tvg-id="beacon.example" tvg-chno="1" group-title="News",Beacon News SD
        http://streams.example/live/beacon/sd.m3u8
        #EXTINF:5400 type="movie" group-title="Drama" rating="PG",The Harbour (1999)
        http://streams.example/movie/1.mkv
        #EXTINF:2400 type="series" group-title="Comedy",Lighthouse Keepers S01E01
        http://streams.example/series/1.mkv
        #EXTINF:2400 type="series" group-title="Comedy",Lighthouse Keepers S01E02
        http://streams.example/series/2.mkv
        #EXTINF:-1,A channel without an address

        """

    /// Half an hour ago: within the one programme of the guide that has begun.
    static let past = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970 - 1_800)

    private static func time(_ date: Date) -> String {
        date.formatted(
            .verbatim(
                "\(year: .padded(4))\(month: .twoDigits)\(day: .twoDigits)\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)00 +0000",
                timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }

    static let guide = """
        <?xml version="1.0" encoding="UTF-8"?>
        <tv>
          <channel id="beacon.example"><display-name>Beacon News</display-name></channel>
          <programme start="\(time(past.addingTimeInterval(-600)))" stop="\(time(past.addingTimeInterval(7_200)))" channel="beacon.example">
            <title>The Morning</title>
          </programme>
          <programme start="21000101180000 +0000" stop="21000101190000 +0000" channel="beacon.example">
            <title>The Evening</title><desc>What happened.</desc>
            <credits><presenter>Ada Harbour</presenter></credits>
            <category>News</category><category>Regional</category><live/>
          </programme>
          <programme start="21000101190000 +0000" stop="21000101200000 +0000" channel="beacon.example">
            <title>Weather</title>
          </programme>
        </tv>

        """

    static let links = "https://harbour.example/lighthouses\nhttps://folio.example/ships\nnot an address\n"
}
