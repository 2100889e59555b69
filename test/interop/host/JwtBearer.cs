using System.Buffers.Text;
using System.Security.Claims;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;

namespace Interop;

/// <summary>Signs tokens with the claim names of WS-Federation, as .NET's ClaimTypes are, and reads them.</summary>
public class TokenService
{
    private static readonly byte[] Key = Encoding.UTF8.GetBytes("a key for tests, which everybody may know");

    public string Issue(int userId, string username, double lifetimeSeconds = 7 * 24 * 3600)
    {
        var payload = new Dictionary<string, object>
        {
            [ClaimTypes.NameIdentifier] = userId.ToString(),
            [ClaimTypes.Name] = username,
            ["exp"] = DateTimeOffset.UtcNow.AddSeconds(lifetimeSeconds).ToUnixTimeSeconds(),
        };
        var signed = $"{Encode(new { alg = "HS256", typ = "JWT" })}.{Encode(payload)}";
        return $"{signed}.{SignatureOf(signed)}";
    }

    /// <summary>The claims of a token that was signed here; null for any other text.</summary>
    public Dictionary<string, JsonElement>? Read(string token)
    {
        var dot = token.LastIndexOf('.');
        if (dot < 0 || !IsSame(token[(dot + 1)..], SignatureOf(token[..dot]))) return null;
        return JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(
            Base64Url.DecodeFromChars(token.Split('.')[1]));
    }

    private static string Encode(object value) =>
        Base64Url.EncodeToString(JsonSerializer.SerializeToUtf8Bytes(value));

    private static string SignatureOf(string text) =>
        Base64Url.EncodeToString(HMACSHA256.HashData(Key, Encoding.UTF8.GetBytes(text)));

    private static bool IsSame(string a, string b) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(a), Encoding.UTF8.GetBytes(b));
}

public class JwtBearerOptions : AuthenticationSchemeOptions
{
    /// <summary>How long after its end a token is still taken; five minutes, unless set.</summary>
    public TimeSpan ClockSkew { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>The path below which a token may stand in the query.</summary>
    public PathString QueryTokenPath { get; set; }
}

/// <summary>Bearer authentication with what the package of that name does, less its many options.</summary>
public class JwtBearerHandler(
    IOptionsMonitor<JwtBearerOptions> options, ILoggerFactory logger, UrlEncoder encoder, TokenService tokens)
    : AuthenticationHandler<JwtBearerOptions>(options, logger, encoder)
{
    public const string SchemeName = "Bearer";

    protected override Task<AuthenticateResult> HandleAuthenticateAsync() =>
        Task.FromResult(TokenOf(Request) is { Length: > 0 } token ? Judge(token) : AuthenticateResult.NoResult());

    protected override async Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        var result = await HandleAuthenticateOnceSafeAsync();
        Response.StatusCode = StatusCodes.Status401Unauthorized;
        Response.Headers.WWWAuthenticate = result.Failure is { } failure
            ? $"{SchemeName} error=\"invalid_token\", error_description=\"{failure.Message}\""
            : SchemeName;
    }

    private string? TokenOf(HttpRequest request)
    {
        if (request.Path.StartsWithSegments(Options.QueryTokenPath)
            && request.Query["access_token"].ToString() is { Length: > 0 } inQuery) return inQuery;
        var header = request.Headers.Authorization.ToString();
        return header.StartsWith("Bearer ", StringComparison.OrdinalIgnoreCase) ? header[7..].Trim() : null;
    }

    private AuthenticateResult Judge(string token)
    {
        if (tokens.Read(token) is not { } claims) return AuthenticateResult.Fail("The signature is invalid");
        var end = DateTimeOffset.FromUnixTimeSeconds(claims["exp"].GetInt64());
        if (end + Options.ClockSkew < TimeProvider.GetUtcNow())
            return AuthenticateResult.Fail($"The token expired at '{end.UtcDateTime:MM/dd/yyyy HH:mm:ss}'");
        var identity = new ClaimsIdentity(
            claims.Select(claim => new Claim(claim.Key, claim.Value.ToString())), SchemeName);
        var properties = new AuthenticationProperties { ExpiresUtc = end };
        return AuthenticateResult.Success(new(new ClaimsPrincipal(identity), properties, SchemeName));
    }
}
