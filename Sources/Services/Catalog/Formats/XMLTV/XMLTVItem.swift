/// What the parser hands out, in the order of the file. Programmes may come before their channel, or without one.
package enum XMLTVItem: Sendable, Equatable {
    case channel(XMLTVChannel)
    case programme(XMLTVProgramme)
    /// A programme, channel or piece of XML that was left out.
    case refused(RefusedGuideItem)
}

/// A channel of a guide.
package struct XMLTVChannel: Sendable, Equatable {
    /// Line of the element, from 1.
    package var line: Int
    package var id: String
    package var names: [XMLTVText] = []
    package var icon = ""
    /// `lcn`, a common extension: the channel's number.
    package var number = ""

    package init(line: Int, id: String) {
        (self.line, self.id) = (line, id)
    }
}

/// A text with the language that it is in.
package struct XMLTVText: Sendable, Hashable {
    package var text: String
    /// As given, such as "en" or "en_GB"; empty when the guide does not say.
    package var language: String

    package init(_ text: String, language: String = "") {
        (self.text, self.language) = (text, language)
    }
}

/// Something in a guide that was left out, for the import's report.
package struct RefusedGuideItem: Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        case missingChannel = "a programme without a channel"
        case missingChannelID = "a channel without an id"
        case missingStart = "a programme without a start"
        case badStart = "a start that is no time"
        case missingTitle = "a programme without a title"
        case unclosed = "an element that is not closed"
        case malformed = "broken XML"
        case tooManyErrors = "too much broken XML: the rest was not read"
        case damagedCompression = "damaged compression: the rest was not read"
    }

    /// Line in the (inflated) file, from 1.
    package var line: Int
    package var reason: Reason
    /// What the element had there, or what the XML parser said.
    package var detail: String

    package init(line: Int, reason: Reason, detail: String = "") {
        (self.line, self.reason, self.detail) = (line, reason, detail)
    }
}

/// What a whole guide came to.
package struct XMLTVSummary: Sendable, Equatable {
    /// Bytes as they came in.
    package var bytes = 0
    /// Bytes of XML, inflated.
    package var xmlBytes = 0
    package var channels = 0
    package var programmes = 0
    package var refused = 0
    /// Errors of the XML parser; most cost nothing.
    package var xmlErrors = 0
    /// Ends that were before the start or absurdly late; those programmes have none.
    package var stopsDropped = 0
    /// Times without a zone, read as those of the zone that holds then.
    package var missingZones = 0
    /// Times with the name of a zone that is not known, read likewise.
    package var unknownZones = 0
    /// Titles and descriptions that were cut.
    package var textsCut = 0
    /// The file has a `tv` element, a channel or a programme: it is a guide, and no error page.
    package var isGuide = false
    /// Everything up to the end of the guide was read.
    package var isComplete = false
    /// It is complete, but for its end tag: it ends behind a whole programme.
    package var lacksEndTag = false

    package init() {}
}
