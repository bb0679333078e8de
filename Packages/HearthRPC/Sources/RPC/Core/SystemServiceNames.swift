/// What the engines know by name of `sys`, the service about the process itself. Its contract is RPCDiagnostics', and
/// takes the service's name from here.
package enum SystemServiceNames {
    /// The service.
    package static let service = "sys.v1.Sys"
    /// The method that answers at once. A client sends its calls, and those of ``health``, also while it holds others
    /// back.
    package static let ping = "sys.v1.Sys/Ping"
    /// The method that tells the process's health.
    package static let health = "sys.v1.Sys/GetHealth"
}
